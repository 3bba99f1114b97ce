import Foundation
import Imaging
import TestSupport
import Testing

/// A small recording and an avatar, for the process to work on; `out` is where results go.
///
/// Every process runs in the stage's folder, so that paths in messages are short and known.
struct ToolStage {
  let folder: ScratchFolder

  /// Makes `in.mkv` with `in.jsonl` beside it, the avatar `Avatars/mask`, and the empty folder `out`.
  init(clip: SyntheticClip = SyntheticClip(width: 96, height: 64, frames: 6)) throws {
    folder = try ScratchFolder()
    try clip.make("in.mkv", in: folder)
    try folder.write(Self.tracking(clip).text, to: "in.jsonl")
    try Self.mask.write("Avatars/mask", in: folder)
    try folder.folder("out")
  }

  /// A tracking file of a clip: a head that moves.
  static func tracking(_ clip: SyntheticClip) -> SyntheticTracking {
    SyntheticTracking(width: clip.width, height: clip.height, frames: clip.frames)
  }

  /// Half a face wide, half transparent on its rim.
  static var mask: SyntheticAvatar {
    get throws {
      let picture = try SyntheticAvatar.drawn(40, 30) { x, y in
        let isRim = x < 2 || y < 2 || x > 38 || y > 28
        return RGBA8(230, 60, 20, isRim ? 0 : 255)
      }
      return SyntheticAvatar().adding("\"scale\": 2", picture)
    }
  }

  func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Outcome {
    try run(arguments, environment: environment)
  }

  func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Program.Outcome {
    try Program.product.run(arguments, in: folder, environment: environment)
  }

  /// Renders the recording with the mask, without progress.
  func render(_ output: String, _ more: String...) throws -> Program.Outcome {
    try run(
      ["render", "in.mkv", "--avatar", "mask", "--progress", "none", "-o", output] + more)
  }

  /// Expects a run that failed as it should: one line that says what is wrong, nothing on standard
  /// output, and nothing in the output folder that was not there before, hidden or not.
  func expect(
    _ outcome: Program.Outcome, refusedWith code: Int32, saying words: [String],
    leaving names: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(outcome.exitCode == code, "\(outcome.error)", sourceLocation: sourceLocation)
    #expect(outcome.errorLines.count == 1, "\(outcome.error)", sourceLocation: sourceLocation)
    #expect(outcome.error.hasPrefix("error: "), "\(outcome.error)", sourceLocation: sourceLocation)
    #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
    for word in words {
      #expect(
        outcome.error.contains(word), "\"\(word)\" is not in: \(outcome.error)",
        sourceLocation: sourceLocation)
    }
    #expect(try folder.names(in: "out") == names, sourceLocation: sourceLocation)
  }

  /// How many frames a clip has, as FFmpeg's tool counts them.
  func frameCount(_ name: String) throws -> Int? {
    let text = try Program.ffprobe.succeed(
      [
        "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
        "stream=nb_read_frames", "-of", "csv=p=0", folder.path(name),
      ], in: folder)
    return Int(
      String(decoding: text, as: UTF8.self).trimmingCharacters(
        in: CharacterSet(charactersIn: ",\n")))
  }
}
