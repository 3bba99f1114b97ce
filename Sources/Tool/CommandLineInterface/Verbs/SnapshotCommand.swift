import CHeap
import Imaging
import Isolation
import Problems
import Recipe
import Recordings
import Rendering
import Requests
import Snapshots
import Terminal
import Tracker

/// The verb `snapshot`: a picture of one frame.
enum SnapshotCommand {
  static let spec = CommandSpec(
    verb: "snapshot",
    summary: "Makes a picture of one frame of a recording, to look at or to share.",
    arguments: "<recording> --avatar NAME --at SECONDS|--best -o OUT.png [OPTION ...]",
    argumentCount: 0...1,
    options: [
      ("Avatars", [OptionSpec](.avatars, for: .snapshot)),
      ("Which frame", [OptionSpec](.part, for: .snapshot)),
      (
        "Output",
        [OptionSpec](.output, for: .snapshot) + [
          .flag("--json", "describe the picture on standard output, alternative text included")
            .basic,
          .value("--progress", "auto|plain|json|none", "how progress is shown (default: auto)"),
        ]
      ),
      ("Share card", [OptionSpec](.card, for: .snapshot)),
      ("Placement", [OptionSpec](.placement, for: .snapshot)),
      ("Scenes on printed cards", [OptionSpec](.scenes, for: .snapshot)),
      ("As it was seen live", [OptionSpec](.live, for: .snapshot)),
      ("Recording", [OptionSpec](.recording, for: .snapshot)),
      ("Session", [OptionSpec](.session, for: .snapshot)),
      ("Automatic tracking", [OptionSpec](.tracker, for: .snapshot)),
      ("Request", RequestArguments.options),
    ],
    examples: [
      (
        "avatar-overlay snapshot demo/sample --avatar dragon --at 1.5 -o share.png",
        "the frame at one and a half seconds"
      ),
      (
        "avatar-overlay snapshot demo/sample --avatar pig --best --crop 4:5 -o share.jpg",
        "the best frame, in the shape of a post"
      ),
      (
        "avatar-overlay snapshot demo/sample --avatar ox --best 3 -o share-%d.jpg",
        "the best frames of three different moments, the best one first"
      ),
      (
        "avatar-overlay snapshot demo/sample --avatar dragon --best --card zodiac --title 立春 -o card.jpg",
        "on a share card"
      ),
      (
        "avatar-overlay snapshot demo/sample --avatar bear-hood --frame 40 --mirror -o - > bear.png",
        "frame 40, mirrored, through a pipe"
      ),
      (
        "avatar-overlay snapshot demo/sample --avatar ox --sheet 6x4 -o sheet.png",
        "24 frames at a glance"
      ),
    ])

  /// What a frame of 1280 x 720 takes: the decoder's pictures, the layers' texels, the file.
  private static let heapBytes = 32 << 20

  static func run(
    _ arguments: ParsedArguments, _ cancellation: Cancellation, _ tracking: AutomaticTracking?
  ) throws -> ExitCode {
    heap_take_for_short_run(heapBytes)
    var request = try RequestArguments.request(arguments, for: .snapshot)
    if try RequestArguments.prints(arguments, request) { return .done }
    let output = request.output.path
    guard !output.isEmpty else {
      throw UsageError("missing -o FILE, such as -o share.png")
    }
    let style = try arguments.choice("--progress", ProgressStyle.self) ?? .auto
    let outputs = SnapshotOutputs(request, output: output, describes: arguments.has("--json"))
    if request.sheet == nil {
      try outputs.check()
    } else if arguments.has("--json") {
      throw UsageError("--json is for one frame, not for a --sheet")
    }
    let input = try TrackedRecording.streamed(&request)
    defer { withExtendedLifetime(input) {} }
    let recording = try TrackedRecording.location(
      of: request, isNeeded: request.needsTracking, tracking, cancellation,
      progress: style)
    try request.checkRate(isThatOf: recording)
    var session = try ReplayedSession.ifAsked(by: &request, recording, cancellation)
    let code = try picture(
      request, recording, ReplayedSession.plan(session?.report, for: request), outputs, style,
      tracking, cancellation)
    try session.take()?.finish()
    return code
  }

  /// The picture of one frame, or of many.
  private static func picture(
    _ request: RenderRequest, _ recording: RecordingLocation, _ session: SessionPlan?,
    _ outputs: SnapshotOutputs, _ style: ProgressStyle, _ tracking: AutomaticTracking?,
    _ cancellation: Cancellation
  ) throws -> ExitCode {
    if let layout = request.sheet {
      return try sheet(layout, request, recording, style, tracking, cancellation)
    }
    var settings = try request.snapshotSettings(
      library: request.avatarLibrary(), cards: request.cardLibrary(), recording: recording)
    settings.render.segmenter = try segmenter(request)
    if let session { settings.render.session = session }
    settings.render = try TrackedRecording.covered(
      request, settings.render, tracking, cancellation, progress: style)
    var results = try SnapshotProgress(style).run { progress in
      try SnapshotJob(settings).renderAll(
        cancellation: cancellation, progress: progress)
    }
    for (place, path) in zip(results.indices, request.picturePaths) {
      results[place].summary.output = path
      try PictureOutput.write(
        results[place].bytes ?? [], to: path, overwrites: request.output.overwrites)
    }
    try outputs.write(results, format: try request.pictureEncoding().format)
    var code = ExitCode.done
    for result in results {
      var summary = result.summary
      summary.alternativeText = nil
      let outcome = OutcomeMessages.write(summary, allowsDamage: request.allowDamaged)
      if outcome != .done { code = outcome }
      StandardStreams.message("shows: \(result.alternativeText)")
    }
    return code
  }

  private static func segmenter(_ request: RenderRequest) throws -> PictureSegmenter? {
    try request.pictureSegmenter(
      Libraries.trackers(beside: request.avatarLibrary(), for: .ownProcess))
  }

  /// Many frames at a glance.
  private static func sheet(
    _ layout: ContactSheetJob.Layout, _ request: RenderRequest, _ recording: RecordingLocation,
    _ style: ProgressStyle, _ tracking: AutomaticTracking?, _ cancellation: Cancellation
  ) throws -> ExitCode {
    let encoding = try request.pictureEncoding()
    var settings = try request.renderSettings(
      library: request.avatarLibrary(), recording: recording)
    settings.segmenter = try segmenter(request)
    settings = try TrackedRecording.covered(
      request, settings, tracking, cancellation, progress: style)
    let (picture, summary) = try SnapshotProgress(style).run { progress in
      try ContactSheetJob(settings, layout: layout, title: request.label).render(
        cancellation: cancellation, progress: progress)
    }
    try PictureOutput.write(
      try picture.encoded(as: encoding), to: request.output.path,
      overwrites: request.output.overwrites)
    return OutcomeMessages.write(summary, allowsDamage: request.allowDamaged)
  }
}
