import Foundation
import Problems
import Rendering
import Video

/// The verb `render`: a whole clip.
enum RenderCommand {
  static let spec = CommandSpec(
    verb: "render",
    summary: "Renders a recording with an avatar on every face.",
    arguments: "<recording> --avatar NAME -o OUT",
    argumentCount: 0...1,
    options: [
      (
        "Output",
        [
          .value(
            "--output", short: "-o", "FILE",
            ".mp4 .mov .mkv .webm, frames/%05d.png, or - for Matroska on standard output"),
          .value("--size", "WxH", "output size; the default keeps the clip's"),
          .value(
            "--codec", "NAME",
            "h264, hevc, vp9, av1, prores4444, ffv1 (default: h264; for an HDR clip hevc)"),
          .value(
            "--pixel-format", "NAME",
            "auto (what players take), clip (as the clip's), or yuv420p, yuv422p10 and the like"),
          .value("--crf", "N", "quality of the encoder, lower is better (default: 20)"),
          .value("--preset", "P", "speed of the encoder (default: veryfast)"),
          .flag("--overlay-only", "the avatars alone, on a transparent ground"),
          .value("--placements", "FILE", "also write where every layer went, as JSON Lines"),
          .flag("--keep-metadata", "keep place, device and dates, which are dropped otherwise"),
          .value("--progress", "auto|plain|json|none", "how progress is told (default: auto)"),
        ] + OptionGroups.filter + OptionGroups.annotations + OptionGroups.writing
      ),
      ("Avatars", OptionGroups.avatars),
      ("Placement", OptionGroups.placement),
      (
        "A part of the clip",
        [
          .value("--frames", "A-B", "frames, counted from 0, both ends included"),
          .value("--start", "S", "from this second on"),
          .value("--end", "S", "up to this second"),
        ]
      ),
      ("Recording", OptionGroups.recording + OptionGroups.decoding),
    ],
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
        "avatar-overlay render demo/sample --avatar crown --overlay-only --codec prores4444"
          + " -o crown.mov",
        "the overlay alone, for an editing program"
      ),
    ])

  static func run(_ arguments: ParsedArguments, _ interruption: Interruption) throws -> ExitCode {
    guard let output = arguments.string("--output") else {
      throw UsageError("where should the result go? add -o out.mp4")
    }
    let stream = output == "-" ? try StreamedOutput() : nil
    var settings = try SharedArguments.settings(arguments, output: stream?.path ?? output)
    settings.part = try part(arguments)
    settings.output.codec = try arguments.choice("--codec", EncoderSettings.Codec.self)
    settings.output.pixelFormat =
      try arguments.choice("--pixel-format", EncoderSettings.PixelFormatChoice.self) ?? .playable
    settings.output.crf = try arguments.int("--crf", in: 0...63)
    settings.output.preset = arguments.string("--preset")
    settings.output.keepsMetadata = arguments.has("--keep-metadata")
    let reporter = ProgressReporter(
      try arguments.choice("--progress", ProgressStyle.self) ?? .auto)
    var summary: RenderSummary
    do {
      // Whatever comes next, an error too, has a line of its own.
      defer { reporter.end() }
      summary = try RenderJob(settings).run(
        cancellation: interruption.cancellation, progress: reporter.report)
    }
    if let stream {
      try stream.send()
      summary.output = "standard output"
    }
    return Closing.tell(summary, allowsDamage: arguments.has("--allow-damaged"))
  }

  private static func part(_ arguments: ParsedArguments) throws(UsageError) -> ClipPart {
    let seconds = 0.0...1e7
    let frames = try arguments.frameRange("--frames")
    let start = try arguments.double("--start", in: seconds)
    let end = try arguments.double("--end", in: seconds)
    if frames != nil, start != nil || end != nil {
      throw UsageError("--frames and --start/--end both choose a part; give one of them")
    }
    if let start, let end, start > end {
      throw UsageError("--start \(start) lies after --end \(end); swap them")
    }
    if let frames { return .frames(frames) }
    return start == nil && end == nil ? .whole : .seconds(start: start, end: end)
  }
}
