import ClipWriting
import Foundation
import Isolation
import Problems
import Recordings
import Rendering
import Requests
import Terminal
import Tracker

/// The verb `render`: a whole clip.
enum RenderCommand {
  /// The options of a whole clip, beside those of avatars and of the output: those of its plan too.
  static let further: [(heading: String, options: [OptionSpec])] = [
    ("Placement", [OptionSpec](.placement, for: .render)),
    ("Scenes on printed cards", [OptionSpec](.scenes, for: .render)),
    ("As it was seen live", [OptionSpec](.live, for: .render)),
    ("A part of the clip", [OptionSpec](.part, for: .render)),
    ("Recording", [OptionSpec](.recording, for: .render)),
    ("Session", [OptionSpec](.session, for: .render)),
    ("Automatic tracking", [OptionSpec](.tracker, for: .render)),
    ("Request", RequestArguments.options),
  ]

  static let spec = CommandSpec(
    verb: "render",
    summary: "Renders a recording with an avatar on every face.",
    arguments: "<recording> --avatar NAME -o OUT [OPTION ...]",
    argumentCount: 0...1,
    options: [
      ("Avatars", [OptionSpec](.avatars, for: .render)),
      (
        "Output",
        [OptionSpec](.output, for: .render) + [
          .value("--progress", "auto|plain|json|none", "how progress is shown (default: auto)")
        ]
      ),
      ("In parts, several at a time", PartArguments.division),
    ] + further,
    examples: [
      (
        "avatar-overlay render demo/sample --avatar dragon -o dragon.mp4",
        "a dragon mask on every face"
      ),
      (
        "avatar-overlay render demo/sample --avatar ox --placement matrix --mirror -o ox.mp4",
        "in perspective, mirrored as a selfie"
      ),
      (
        "avatar-overlay render demo/sample --avatar dragon --fit-profile fit.json -o fitted.mp4",
        "moved, scaled and turned as fit.json says"
      ),
      (
        "avatar-overlay render demo/sample --avatar crown --overlay-only --codec prores4444"
          + " -o crown.mov",
        "the overlay alone, for an editing program"
      ),
      (
        "avatar-overlay render demo/sample --avatar dragon -o dragon.mp4 --print-request > dragon.json",
        "the same as JSON, for render --request dragon.json"
      ),
    ])

  static func run(
    _ arguments: ParsedArguments, _ cancellation: Cancellation, _ tracking: AutomaticTracking?
  ) throws -> ExitCode {
    var request = try RequestArguments.request(arguments, for: .render)
    if try RequestArguments.prints(arguments, request) { return .done }
    let output = request.output.path
    guard !output.isEmpty else {
      throw UsageError("missing -o FILE, such as -o out.mp4")
    }
    try SessionArguments.checkOutputs(of: request)
    let style = try arguments.choice("--progress", ProgressStyle.self) ?? .auto
    let division = try PartArguments.division(arguments)
    if output != "-" { try OutputFiles.check([output], overwrites: request.output.overwrites) }
    // What is missing is known before a clip is tracked.
    let segmenter = try request.pictureSegmenter(
      Libraries.trackers(beside: request.avatarLibrary(), for: .ownProcess))
    let input = try TrackedRecording.streamed(&request)
    defer { withExtendedLifetime(input) {} }
    let recording = try TrackedRecording.location(
      of: request, isNeeded: request.needsTrackingOfClip, tracking, cancellation, progress: style)
    var session = try ReplayedSession.ifAsked(by: &request, recording, cancellation)
    let stream = output == "-" ? try StreamedOutput() : nil
    var settings = try request.renderSettings(
      library: request.avatarLibrary(), recording: recording)
    if let plan = ReplayedSession.plan(session?.report, for: request) { settings.session = plan }
    settings = try TrackedRecording.covered(
      request, settings, tracking, cancellation, progress: style)
    settings.output.path = stream?.path ?? output
    let sendsFrames = stream != nil && request.stream == .y4m
    if sendsFrames { settings.output.codec = .ffv1 }
    settings.segmenter = segmenter
    settings.mattes = try request.matteCache(
      of: recording, tracking: tracking, environment: ProcessInfo.processInfo.environment)
    let further = try FurtherOutputs(request, settings, cancellation)
    let reporter = ProgressReporter(style)
    var summary: RenderSummary
    do {
      // Whatever comes next, an error too, has a line of its own.
      defer { reporter.end() }
      summary =
        if let division {
          try PartsRun.run(
            request, settings, division, keepsParts: stream == nil, cancellation,
            progress: reporter.report)
        } else {
          try RenderJob(settings).run(
            cancellation: cancellation, progress: reporter.report)
        }
    }
    summary = try further.write(beside: summary)
    if let kept = settings.mattes {
      TrackingCache(folder: kept.folder, environment: [:])?.prune()
    }
    if let stream {
      try sendsFrames ? stream.sendFrames() : stream.send()
      summary.output = "standard output"
    }
    try session.take()?.finish()
    return OutcomeMessages.write(summary, allowsDamage: request.allowDamaged)
  }
}
