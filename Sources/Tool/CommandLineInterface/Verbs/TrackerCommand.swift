import Problems
import Tracker

/// The verb `tracker`, within `isolated` only: the tracker's own process.
enum TrackerCommand {
  static let spec = CommandSpec(
    verb: "tracker",
    summary: "Tracks the pictures on standard input, as the verb track starts it.",
    arguments: "--configuration JSON",
    argumentCount: 0...0,
    options: [
      ("Options", [.value("--configuration", "JSON", "the library, the models, the options")])
    ],
    examples: [])

  static func run(_ arguments: ParsedArguments, _ interruption: Interruption) throws -> ExitCode {
    guard let configuration = arguments.string("--configuration") else {
      throw UsageError("--configuration is missing; this verb is started by track")
    }
    try TrackerWorker.run(configuration: configuration)
    return .done
  }
}
