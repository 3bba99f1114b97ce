import AvatarFiles
import Files
import Foundation
import Isolation
import Parts
import Problems
import Recordings
import Requests
import Terminal
import Tracker

/// The verb `plan`: how a render is divided into parts for many machines.
enum PlanCommand {
  static let spec = CommandSpec(
    verb: "plan",
    summary: "Divides a render into parts that many machines can make.",
    arguments: "<recording> --avatar NAME -o OUT [OPTION ...]",
    argumentCount: 0...1,
    options: [
      (
        "Parts",
        PartArguments.division.map(\.basic) + [
          .value("--plan", "FILE", "write the plan to a file (default: standard output)")
        ]
      ),
      ("Avatars", [OptionSpec](.avatars, for: .render)),
      ("Output", [OptionSpec](.output, for: .render)),
    ] + RenderCommand.further,
    examples: [
      (
        "avatar-overlay plan demo/sample --avatar dragon -o dragon.mp4 --part-seconds 2 --plan dragon.json",
        "parts of about two seconds"
      ),
      (
        "avatar-overlay part dragon.json 0 --store parts",
        "make the first one; do so for each, anywhere"
      ),
    ])

  static func run(
    _ arguments: ParsedArguments, _ cancellation: Cancellation, _ tracking: AutomaticTracking?
  ) throws -> ExitCode {
    let request = try RequestArguments.request(arguments, for: .render)
    if try RequestArguments.prints(arguments, request) { return .done }
    guard !request.output.path.isEmpty, request.output.path != "-" else {
      throw UsageError("missing -o FILE, such as -o out.mp4: where the parts are joined")
    }
    guard request.poster == nil, request.captions == nil else {
      throw UsageError(
        "\(request.poster == nil ? "--captions" : "--poster") is made by render, not by a plan's parts; leave it out"
      )
    }
    guard request.printedPictures == nil else {
      throw UsageError(
        "--detect-cards: a plan is of a recording that is tracked; run avatar-overlay track CLIP"
          + " --detect-cards DIR -o FILE before, and give it --tracking FILE")
    }
    let division = try PartArguments.division(arguments) ?? .usual
    let file = arguments.string("--plan")
    if let file { try OutputFiles.check([file], overwrites: request.output.overwrites) }
    // One without tracking is told by the planner, which knows whether it is needed.
    let recording = try request.recordingLocation(tracksAutomatically: true)
    let plan = try plan(request, recording, division, tracking, cancellation)
    guard let file else {
      try StandardStreams.result(String(plan.json.dropLast()))
      return .done
    }
    try write(plan, to: file, overwrites: request.output.overwrites)
    return .done
  }

  /// Writes a plan into a file.
  static func write(_ plan: RenderPlan, to file: String, overwrites: Bool) throws {
    try AtomicFile.write([UInt8](plan.json.utf8), to: file, replacing: overwrites)
    StandardStreams.message(
      "\(file): \(Count.of(plan.parts.count, "part")) of \(Count.of(plan.frameCount, "frame"))")
  }

  /// The plan of a request whose recording was found.
  static func plan(
    _ request: RenderRequest, _ recording: RecordingLocation, _ division: RenderPlanner.Division,
    _ tracking: AutomaticTracking?, _ cancellation: Cancellation
  ) throws -> RenderPlan {
    var request = request
    let library = try request.avatarLibrary()
    // Other machines look where this one found them.
    request.avatarsFolder = library.folders.first
    // Parts have the times, and know of no replay.
    let session = try ReplayedSession.placing(&request, recording, cancellation)
    var settings = try request.renderSettings(library: library, recording: recording)
    if let session { settings.session = session }
    settings.segmenter = try request.pictureSegmenter(
      Libraries.trackers(beside: library, for: .ownProcess))
    settings = try TrackedRecording.covered(request, settings, tracking, cancellation)
    return try RenderPlanner(request, settings).plan(division)
  }
}
