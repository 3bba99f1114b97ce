import Isolation
import Problems
import Recordings
import Requests
import Terminal

/// The verb `tracker`, within `isolated` only: the tracker's own process.
enum TrackerCommand {
  static let spec = CommandSpec(
    verb: "tracker",
    summary: "Tracks the pictures on standard input, as the verb track starts it.",
    arguments: "NAME --configuration JSON",
    argumentCount: 1...1,
    options: [
      ("Options", [.value("--configuration", "JSON", "what this tracker is started with")])
    ],
    examples: [])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    guard let configuration = arguments.string("--configuration") else {
      throw UsageError("--configuration is missing; this verb is started by track")
    }
    let name = arguments.positionals[0]
    guard let entry = TrackerEntry.all.first(where: { $0.name == name }) else {
      let names = TrackerEntry.all.map(\.name).joined(separator: ", ")
      throw UsageError("tracker: expected one of \(names), found \"\(name)\"")
    }
    try entry.work(configuration)
    return .done
  }
}
