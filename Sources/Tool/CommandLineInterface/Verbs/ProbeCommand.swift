import Isolation
import Problems
import Recordings
import Requests
import Terminal

/// The verb `probe`, within `isolated` only: what a recording would cost, before it is accepted.
enum ProbeCommand {
  static let spec = CommandSpec(
    verb: "probe",
    summary:
      "Says what a recording holds and would cost, from headers, index, first frame and tracking.",
    arguments: "<recording>",
    argumentCount: 0...1,
    options: [
      ("Recording", [OptionSpec](.recording, for: .probe)),
      ("Request", Array(RequestArguments.options.prefix(1))),
    ],
    examples: [
      (
        "avatar-overlay isolated --memory-mb 512 --read demo/sample -- probe demo/sample",
        "as JSON, on standard output"
      )
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let request = try RequestArguments.request(arguments, for: .probe)
    let probe = try ProbeJob(
      request.recordingLocation(), tracking: request.tracking
    ).run()
    try StandardStreams.result(IndentedJSON.of(probe))
    return .done
  }
}
