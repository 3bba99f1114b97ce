import AvatarFiles
import ClipReading
import ClipWriting
import Foundation
import Geometry
import Imaging
import Placement
import Recordings
import Rendering
import TestSupport
import Testing

/// A recording and avatars in a folder of their own, and what is rendered of them.
struct Stage {
  let folder: ScratchFolder
  /// The clip; its tracking file lies beside it.
  var clip: String

  /// Makes a recording of a clip and a tracking file.
  init(
    _ clip: SyntheticClip = SyntheticClip(), as name: String = "in.mkv",
    hand: SyntheticHand? = nil,
    tracking change: (inout SyntheticFace) -> Void = { _ in }
  ) throws {
    folder = try ScratchFolder()
    self.clip = try clip.make(name, in: folder)
    var tracking = SyntheticTracking(
      width: clip.width, height: clip.height, frames: clip.frames, change: change)
    tracking.hand = { _ in hand }
    try folder.write(tracking.text, to: "in.jsonl")
  }

  /// Makes a folder without a recording.
  init(empty: Void) throws {
    folder = try ScratchFolder()
    clip = ""
  }

  /// The avatars that the project ships.
  static let shipped = AvatarLibrary(
    folder: SharedData.packageRoot.appending(path: "Avatars").path)

  /// Settings of a render of these avatars: names of shipped ones, or paths.
  func settings(_ avatars: String..., to output: String) throws -> RenderSettings {
    RenderSettings(
      recording: try RecordingLocation(video: clip, tracking: folder.path("in.jsonl")),
      avatars: AvatarSelection(names: avatars, library: Self.shipped),
      output: OutputSettings(path: folder.path(output)))
  }

  /// Renders numbered pictures and reads them.
  func pictures(
    _ avatar: String, change: (inout RenderSettings) -> Void = { _ in }
  ) throws -> [StraightRGBA8] {
    let name = UUID().uuidString
    try folder.folder(name)
    var settings = try settings(avatar, to: "\(name)/%04d.png")
    change(&settings)
    _ = try RenderJob(settings).run()
    return try folder.names(in: name).map { try PNG.read(path: folder.path("\(name)/\($0)")) }
  }

  /// Renders a lossless clip and gives its planes, decoded by FFmpeg's tool.
  func planes(
    _ avatar: String, change: (inout RenderSettings) -> Void = { _ in }
  ) throws -> [UInt8] {
    let name = "\(UUID().uuidString).mkv"
    var settings = try settings(avatar, to: name)
    settings.output.codec = .ffv1
    change(&settings)
    _ = try RenderJob(settings).run()
    return try SyntheticClip.rawFrames(of: folder.path(name), in: folder)
  }

  /// Renders the frames' sidecar; the pictures go away.
  func sidecar(
    _ avatar: String, change: (inout RenderSettings) -> Void = { _ in }
  ) throws -> [PlacementRecord] {
    let name = "\(UUID().uuidString).jsonl"
    _ = try pictures(avatar) {
      $0.output.placements = folder.path(name)
      change(&$0)
    }
    let lines = try folder.bytes(name).split(separator: UInt8(ascii: "\n"))
    return try lines.map { try JSONDecoder().decode(PlacementRecord.self, from: Data($0)) }
  }
}

/// Planes of 4:2:0 frames, flipped left to right.
func flipped(_ frames: [UInt8], width: Int, height: Int) -> [UInt8] {
  let frame = width * height * 3 / 2
  var result: [UInt8] = []
  result.reserveCapacity(frames.count)
  for start in stride(from: 0, to: frames.count, by: frame) {
    var row = start
    for (side, rows) in [(width, height), (width / 2, height)] {
      for _ in 0..<rows {
        result += frames[row..<row + side].reversed()
        row += side
      }
    }
  }
  return result
}
