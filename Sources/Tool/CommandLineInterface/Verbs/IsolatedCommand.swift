import Foundation
import Isolation
import Problems
import Terminal
import Tracker

/// The verb `isolated`: another verb in a process that has closed itself in first.
///
/// It is what the service starts for every untrusted recording, and not in the list of verbs:
/// people need it only to see what a worker sees.
enum IsolatedCommand {
  static let spec = CommandSpec(
    verb: "isolated",
    summary: "Runs a verb with limits, without network, with the named files only.",
    arguments: "[options] -- VERB ARGUMENTS...",
    argumentCount: 0...1000,
    options: [
      (
        "Limits",
        [
          .value("--memory-mb", "N", "memory that may be written, in MB of 1048576 bytes"),
          .value("--cpu-seconds", "N", "processor time of all threads together"),
          .value("--file-mb", "N", "the longest file that may be written"),
          .value("--open-files", "N", "files that may be open at once (default: 256)"),
        ]
      ),
      (
        "Files",
        [
          .value("--read", "PATH", repeats: true, "a file or folder that may be read"),
          .value("--write", "DIR", repeats: true, "a folder that may be written too"),
        ]
      ),
      (
        "Sandbox",
        [
          .value("--parent", "PID", "end when this process, the parent, ends"),
          .flag("--require-all", "do nothing if the kernel lacks one of them"),
        ]
      ),
      (
        "Tracking",
        [
          .value(
            "--track-seconds", "N",
            "track an untracked recording within this process, for so long at most")
        ]
      ),
      (
        "Reply",
        [
          .value(
            "--reply-fd", "N", "an open descriptor that gets a line of JSON: code, detail, place")
        ]
      ),
    ],
    examples: [
      (
        "avatar-overlay isolated --memory-mb 1024 --read demo/sample --read Avatars --write /tmp"
          + " -- render demo/sample --avatar dragon -o /tmp/dragon.mp4",
        "an untrusted clip"
      ),
      ("avatar-overlay isolated", "which isolation this machine supports, as JSON"),
    ])

  /// The verbs that may be isolated: those that read recordings.
  static let verbs: [Verb] = [
    Verb(RenderCommand.spec, RenderCommand.run),
    Verb(SnapshotCommand.spec, SnapshotCommand.run),
    Verb(ReelCommand.spec, ReelCommand.run),
    Verb(ClipFramesCommand.spec, ClipFramesCommand.run),
    Verb(InspectCommand.spec, InspectCommand.run),
    Verb(ProbeCommand.spec, ProbeCommand.run),
    Verb(SessionRunCommand.spec, SessionRunCommand.run),
    Verb(TrackerCommand.spec, TrackerCommand.run),
  ]

  static func run(_ words: [String]) throws -> ExitCode {
    let arguments = try ParsedArguments(words.dropFirst(), for: spec)
    if arguments.has("--help") {
      try StandardStreams.result(HelpText.of(spec, isWhole: true))
      return .done
    }
    guard let name = arguments.positionals.first else {
      try StandardStreams.result(IndentedJSON.of(try enter(arguments)))
      return .done
    }
    guard let descriptor = try arguments.int("--reply-fd", in: 3...1023) else {
      return try work(name, arguments)
    }
    do {
      let code = try work(name, arguments)
      reply(code).write(to: Int32(descriptor))
      return code
    } catch {
      WorkerReply(error: error).write(to: Int32(descriptor))
      throw error
    }
  }

  /// What a verb says that came to its end: done, or that the recording is damaged.
  private static func reply(_ code: ExitCode) -> WorkerReply {
    code == .done
      ? .done
      : WorkerReply(code: .badRecording, detail: "the recording is damaged", place: .recording)
  }

  private static func work(_ name: String, _ arguments: ParsedArguments) throws -> ExitCode {
    guard let verb = verbs.first(where: { $0.spec.verb == name }) else {
      let names = verbs.map(\.spec.verb).joined(separator: ", ")
      throw UsageError("isolated: expected one of \(names) after --, found \"\(name)\"")
    }
    let inner = try ParsedArguments(arguments.positionals.dropFirst(), for: verb.spec)
    if inner.has("--help") {
      try StandardStreams.result(HelpText.of(verb.spec, isWhole: true))
      return .done
    }
    let seconds = try arguments.double("--track-seconds", in: TrackSettings.secondsRange)
    StandardStreams.message(try enter(arguments).line)
    // Only now: the watch over signals is kept on a thread.
    return try verb.run(
      inner, tracking: seconds.map { AutomaticTracking(in: .thisProcess, seconds: $0) })
  }

  private static func enter(_ arguments: ParsedArguments) throws -> IsolationReport {
    let report = try ProcessIsolation.enter(try limits(arguments))
    if arguments.has("--require-all"), !report.isComplete {
      throw IsolationError.incomplete(report)
    }
    return report
  }

  private static func limits(_ arguments: ParsedArguments) throws(UsageError) -> IsolationLimits {
    var limits = IsolationLimits()
    func number(_ name: String, _ range: ClosedRange<Int>) throws(UsageError) -> UInt64 {
      UInt64(try arguments.int(name, in: range) ?? 0)
    }
    limits.memoryBytes = try number("--memory-mb", 16...(1 << 20)) << 20
    limits.cpuSeconds = try number("--cpu-seconds", 1...1_000_000)
    limits.fileBytes = try number("--file-mb", 1...(1 << 30)) << 20
    if arguments.has("--open-files") {
      limits.descriptors = try number("--open-files", 16...65536)
    }
    limits.readable = arguments.strings("--read")
    limits.writable = arguments.strings("--write")
    limits.parent = Int32(try number("--parent", 1...Int(Int32.max)))
    if !arguments.has("--parent") { limits.parent = nil }
    return limits
  }
}
