import Isolation
import Problems
import Recordings
import Terminal
import Tracker

/// One verb: its words, and what it does.
struct Verb: Sendable {
  let spec: CommandSpec
  private let work: @Sendable (ParsedArguments, Cancellation, AutomaticTracking?) throws -> ExitCode

  init(
    _ spec: CommandSpec,
    _ run: @escaping @Sendable (ParsedArguments, Cancellation) throws -> ExitCode
  ) {
    self.init(spec) { arguments, cancellation, _ in try run(arguments, cancellation) }
  }

  /// A verb whose recording may have no tracking file.
  init(
    _ spec: CommandSpec,
    _ run:
      @escaping @Sendable (ParsedArguments, Cancellation, AutomaticTracking?) throws -> ExitCode
  ) {
    self.spec = spec
    work = run
  }

  /// Does what it does.
  ///
  /// - Parameter tracking: nil where this process may not track.
  func run(_ arguments: ParsedArguments, tracking: AutomaticTracking?) throws -> ExitCode {
    let cancellation = Cancellation()
    let interruption = Interruption(cancellation)
    // What was tracked without a cache stays until the verb is done.
    return try withExtendedLifetime((tracking, interruption)) {
      try work(arguments, cancellation, tracking)
    }
  }
}
