import Foundation
import Geometry
import Problems
import Rendering
import SampleRecording

/// The verb `sample`: a recording that the program draws itself.
enum SampleCommand {
  static let spec = CommandSpec(
    verb: "sample",
    summary: "Makes an illustrated sample recording, tracked exactly.",
    arguments: "-o FOLDER",
    argumentCount: 0...0,
    options: [
      (
        "Options",
        [
          .value("--output", short: "-o", "FOLDER", "where to put it"),
          .value(
            "--story", "visit|brushing",
            "a boy visits a girl; or a girl brushes her teeth, as the game asks for it (default: visit)"
          ),
          .value("--size", "WxH", "the picture's size (default: 1280x720)"),
          .value("--progress", "auto|plain|json|none", "how progress is shown (default: auto)"),
        ] + [OptionSpec.overwrite]
      )
    ],
    examples: [
      ("avatar-overlay sample -o demo/sample", "the recording that the demo renders"),
      (
        "avatar-overlay sample --story brushing -o demo/brushing",
        "the game's session, with its settings in session.json"
      ),
    ])

  private static let defaultSize = PixelSize<TrackerSpace>(clamping: 1280, 720)

  static func run(_ arguments: ParsedArguments, _ interruption: Interruption) throws -> ExitCode {
    guard let output = arguments.string("--output") else {
      throw UsageError("missing -o FOLDER")
    }
    let story = try arguments.choice("--story", SampleStory.self) ?? .visit
    var recorder = SampleRecorder(
      of: story.script, size: try arguments.size("--size") ?? defaultSize)
    recorder.overwrites = arguments.has("--overwrite")
    let reporter = ProgressReporter(
      try arguments.choice("--progress", ProgressStyle.self) ?? .auto)
    let meter = ProgressMeter(expectedFrames: recorder.frameCount)
    do {
      defer { reporter.end() }
      try recorder.write(into: output) { done, total in
        if interruption.cancellation.isRequested { throw RenderingError.interrupted }
        let time = 1000 * Double(done) / Double(recorder.frameRate)
        reporter.report(meter.progress(done, outTimeMs: time, isFinished: done == total))
      }
    }
    StandardStreams.message("\(output): \(recorder.frameCount) frames and their tracking")
    return .done
  }
}
