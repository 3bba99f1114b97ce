import AvatarFiles
import Foundation
import Isolation
import Problems
import Recordings
import Rendering
import Requests
import Terminal
import Tracker

/// The verb `clip-frames`, within `isolated` only: a recording as pictures with their tracking, in an archive.
enum ClipFramesCommand {
  static let spec = CommandSpec(
    verb: "clip-frames",
    summary: "Takes a recording apart into JPEG pictures and what the tracker saw in each.",
    arguments: "--request - -o OUT.zip",
    argumentCount: 0...0,
    options: [
      (
        "Options",
        [
          .value("--output", short: "-o", "FILE", "the archive"),
          .value("--most", "N", "frames at most (default: \(ClipFramesJob.mostFrames))"),
          .value("--rate", "N", "frames a second at most (default: 30)"),
        ]
      ),
      ("Request", Array(RequestArguments.options.prefix(1))),
    ],
    examples: [])

  /// What was written, as JSON on standard output.
  private struct Description: Encodable {
    var frames: Int
    var goesOn: Bool
  }

  static func run(
    _ arguments: ParsedArguments, _ cancellation: Cancellation, _ tracking: AutomaticTracking?
  ) throws -> ExitCode {
    guard let output = arguments.string("--output"),
      let request = try RequestArguments.file(arguments, for: .render)
    else { throw UsageError("missing --request and -o; this verb is started by the service") }
    let recording = try TrackedRecording.location(
      of: request, isNeeded: true, tracking, cancellation, progress: .none)
    let result = try ClipFramesJob(
      try request.renderSettings(library: request.avatarLibrary(), recording: recording),
      most: try arguments.int("--most", in: 1...ClipFramesJob.mostFrames)
        ?? ClipFramesJob.mostFrames,
      framesPerSecond: try arguments.double("--rate", in: ClipFramesJob.rates) ?? 30
    ).run(scratch: "\(output).jsonl", cancellation: cancellation)
    try PictureOutput.write(result.archive, to: output, overwrites: false)
    try StandardStreams.result(
      IndentedJSON.of(Description(frames: result.frames, goesOn: result.goesOn)))
    return OutcomeMessages.write(result.summary, allowsDamage: request.allowDamaged)
  }
}
