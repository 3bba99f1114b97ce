import Isolation
import MediaPipe
import Problems
import Terminal
import Tracker

/// The verb `tracker status`: what is installed, where, and whether it works.
enum TrackerStatusCommand {
  static let spec = CommandSpec(
    verb: "tracker status",
    summary: "Shows what of the tracker is installed, and whether a clip can be tracked.",
    arguments: "",
    argumentCount: 0...0,
    options: [
      ("Options", [.flag("--json", "as JSON, on standard output")] + TrackArguments.places)
    ],
    examples: [
      (
        "avatar-overlay tracker status",
        "exit 69, and the command that installs it, where it does not work"
      )
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let status = MediaPipeStatus(
      TrackArguments.files(arguments),
      Libraries.trackers(beside: try Libraries.avatars(arguments), for: .ownProcess))
    if arguments.has("--json") {
      try StandardStreams.result(IndentedJSON.of(status))
    } else {
      try StandardStreams.result(lines: lines(status))
    }
    if let fault = status.fault {
      StandardStreams.message("the tracker does not work: \(fault)")
      StandardStreams.message("next: \(next(status))")
    }
    return status.works ? .done : .notInstalled
  }

  private static func lines(_ status: MediaPipeStatus) -> [String] {
    func digest(_ isOfficial: Bool) -> String {
      isOfficial ? "the official SHA-256" : "not the official SHA-256"
    }
    let library = status.library.map {
      "\($0.path), version \($0.version), \(digest($0.isOfficial))"
    }
    var lines = ["library: \(library ?? "not found")"]
    lines += status.models.map { "model of \($0.task): \($0.path), \(digest($0.isOfficial))" }
    lines += status.missingModels.map { "model of \($0): not found" }
    lines += status.missingPackages.map { "Debian's package \($0): not installed" }
    return lines + (status.works ? ["the tracker works"] : [])
  }

  /// The one command that helps.
  private static func next(_ status: MediaPipeStatus) -> String {
    guard status.library != nil, !status.models.isEmpty, !status.missingPackages.isEmpty else {
      return MediaPipeError.command
    }
    return "sudo apt-get install \(status.missingPackages.joined(separator: " "))"
  }
}
