import AvatarFiles
import Foundation
import Geometry
import Isolation
import Problems
import Recordings
import Rendering
import SampleRecording
import SceneFiles
import Scenes
import Terminal

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
            "--story", "visit|brushing|card",
            "a boy visits a girl; a girl brushes her teeth, as the game asks for it; or she shows a printed card (default: visit)"
          ),
          .value(
            "--scene", "NAME|PATH",
            "the scene whose printed card she shows (default: \(cardName))"),
          ScenesFolder.option,
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
      (
        "avatar-overlay sample --story card -o demo/card",
        "a card on which a scene can be drawn, with a tap on it in cues.jsonl"
      ),
      (
        "avatar-overlay sample --story card --scene ./my-cards/rain-water -o held",
        "the card of a scene that is being made"
      ),
    ])

  private static let defaultSize = PixelSize<TrackerSpace>(clamping: 1280, 720)
  /// The scene whose printed card is shown where none is named.
  private static let cardName = "start-of-spring"

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    guard let output = arguments.string("--output") else {
      throw UsageError("missing -o FOLDER")
    }
    let story = try arguments.choice("--story", SampleStory.self) ?? .visit
    if story != .card, arguments.string("--scene") != nil {
      throw UsageError("--scene is for --story card, which shows its printed card")
    }
    var recorder = SampleRecorder(
      of: try story.script { try card(arguments) },
      size: try arguments.size("--size") ?? defaultSize)
    recorder.overwrites = arguments.has("--overwrite")
    let reporter = ProgressReporter(
      try arguments.choice("--progress", ProgressStyle.self) ?? .auto)
    let meter = ProgressMeter(expectedFrames: recorder.frameCount)
    do {
      defer { reporter.end() }
      try recorder.write(into: output) { done, total in
        if cancellation.isRequested { throw RenderingError.interrupted }
        let time = 1000 * Double(done) / Double(recorder.frameRate)
        reporter.report(meter.progress(done, outTimeMs: time, isFinished: done == total))
      }
    }
    StandardStreams.message("\(output): \(recorder.frameCount) frames and their tracking")
    return .done
  }

  /// The printed card of the scene that is named, from the folder of scenes or by its path.
  private static func card(_ arguments: ParsedArguments) throws -> PrintedCard {
    let library: SceneLibrary = try Libraries.find(arguments)
    let scene = try library.path(of: arguments.string("--scene") ?? cardName)
    let package = try ScenePackage.load(path: scene, checksPictures: false)
    let picture = package.scene.picture
    return PrintedCard(
      name: picture.name, widthMm: picture.widthMm, picture: try package.printedPicture())
  }
}
