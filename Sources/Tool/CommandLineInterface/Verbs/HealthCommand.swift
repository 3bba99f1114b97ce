import Isolation
import Problems
import Recordings
import Service
import Terminal
import Text

/// The verb `health`: whether a service can take work.
enum HealthCommand {
  static let spec = CommandSpec(
    verb: "health",
    summary: "Asks a service whether it can take work; exit 0 or 1.",
    arguments: "",
    argumentCount: 0...0,
    options: [
      (
        "Options",
        [
          .value("--url", "URL", "where it listens (default: http://127.0.0.1:8080)"),
          .value("--seconds", "N", "how long to wait for the answer (default: 5)"),
        ]
      )
    ],
    examples: [("avatar-overlay health", "for container and service managers")])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let url = arguments.string("--url") ?? "http://127.0.0.1:8080"
    let seconds = try arguments.double("--seconds", in: 0.1...600) ?? 5
    guard let probe = HealthProbe(url: url, seconds: seconds) else {
      throw UsageError(
        "--url: expected a URL such as http://127.0.0.1:8080, found \"\(Shown.url(url))\"")
    }
    let (status, body): (Int, String)
    do {
      (status, body) = try probe.ask()
    } catch {
      StandardStreams.message("error: \(error)")
      return .failed
    }
    try StandardStreams.result(body)
    return status == 200 ? .done : .failed
  }
}
