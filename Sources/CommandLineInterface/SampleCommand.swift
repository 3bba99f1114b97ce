import Foundation
import Geometry
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
          .value("--size", "WxH", "the picture's size (default: 1280x720)"),
          .value("--progress", "auto|plain|json|none", "how progress is told (default: auto)"),
        ] + OptionGroups.writing
      )
    ],
    examples: [("avatar-overlay sample -o demo/sample", "the recording that the demo renders")])

  static func run(_ arguments: ParsedArguments, _ interruption: Interruption) throws -> ExitCode {
    guard arguments.string("--output") != nil else {
      throw UsageError("where should the recording go? add -o FOLDER")
    }
    return .done
  }
}
