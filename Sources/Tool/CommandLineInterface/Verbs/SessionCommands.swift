import Foundation
import Isolation
import Problems
import Recipe
import Recordings
import Requests
import Session
import Terminal
import Tracker

/// The verb `session run`: a recording's session, replayed from its tracking.
enum SessionRunCommand {
  static let spec = CommandSpec(
    verb: "session run",
    summary: "Replays the brushing game's session from a recording's tracking alone.",
    arguments: "[<recording>]",
    argumentCount: 0...1,
    options: [
      (
        "Session",
        session.compactMap { OptionSpec($0)?.basic } + [
          OptionSpec.overwrite,
          .value("--progress", "auto|plain|json|none", "how progress is shown (default: auto)"),
        ]
      ),
      ("Recording", recording.compactMap { OptionSpec($0) }),
      ("Automatic tracking", [OptionSpec](.tracker, for: .render)),
      ("Request", Array(RequestArguments.options.prefix(1))),
    ],
    examples: [
      ("avatar-overlay session run demo/sample", "how the session ends, in one line"),
      (
        "avatar-overlay session run --tracking demo/sample/tracking.jsonl --events -",
        "the log, from the tracking alone"
      ),
      (
        "avatar-overlay session run demo/sample --events events.jsonl --signals signals.jsonl",
        "the log and the trace"
      ),
    ])

  /// Which recording, and how its tracking is read.
  private static let recording =
    RequestTable.members(in: .inspect).filter { $0.group == .recording }
    + RequestTable.members(in: .probe).filter { $0.path == "tracking.skipBadSamples" }

  /// What tracks a recording without tracking.
  private static let tracker = RequestTable.members(in: .render).filter { $0.group == .tracker }

  /// What the session asks for, and where what it gives goes.
  private static let session = RequestTable.members(in: .render).filter { $0.group == .session }

  static func run(
    _ arguments: ParsedArguments, _ cancellation: Cancellation, _ tracking: AutomaticTracking?
  ) throws -> ExitCode {
    var request = try RequestArguments.file(arguments, for: .render) ?? RenderRequest()
    request.apply(try RequestArguments.layer(arguments, recording + tracker + session))
    try SessionArguments.checkOutputs(request.session, besides: nil)
    let style = try arguments.choice("--progress", ProgressStyle.self) ?? .auto
    let names = request.recording != nil || request.video != nil
    let location =
      try names
      ? TrackedRecording.location(
        of: request, isNeeded: true, tracking, cancellation, progress: style) : nil
    let replayed = try ReplayedSession(
      request, location, overwrites: arguments.has("--overwrite"), cancellation)
    for note in location?.notes ?? [] { StandardStreams.message("note: \(note)") }
    let session = replayed.report.session
    try replayed.finish()
    let isPiped = ["--events", "--signals"].contains { arguments.string($0) == "-" }
    if isPiped {
      StandardStreams.message(summary(of: session))
    } else {
      try StandardStreams.result(summary(of: session))
    }
    return .done
  }

  /// How the session ended, its score, and when each gate was passed.
  private static func summary(of session: BrushingSession) -> String {
    func gate(_ name: String, _ passedMs: Double?) -> String {
      passedMs.map { "\(name) passed at \(String(format: "%.1f", $0)) ms" } ?? "\(name) not passed"
    }
    let end = session.outcome?.rawValue ?? "not over, in \(session.state.rawValue)"
    return "\(end): score \(session.score), \(gate("teeth", session.teethPassedMs)), "
      + gate("brushing", session.brushingPassedMs)
  }
}

enum SessionCheckCommand {
  static let spec = CommandSpec(
    verb: "session check",
    summary: "Names every fault of a session file.",
    arguments: "FILE",
    argumentCount: 1...1,
    options: [],
    examples: [("avatar-overlay session check session.json", "what a session file asks for")])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let path = arguments.positionals[0]
    do throws(SessionError) {
      let settings = try SessionFile.settings(path)
      StandardStreams.message("\(path): a session in the mode \(settings.mode.rawValue), no faults")
      return .done
    } catch {
      guard case .faulty(_, let faults) = error else { throw error }
      try StandardStreams.result(lines: faults.faults.map { "\(path):\($0)" })
      StandardStreams.message("\(path): \(Count.of(faults.faults.count, "fault"))")
      return faults.faults.contains(where: \.isLimit) ? .overLimit : .dataError
    }
  }
}
