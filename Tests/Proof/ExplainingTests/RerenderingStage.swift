import AvatarFiles
import ClipReading
import Explaining
import Foundation
import Geometry
import Imaging
import MediaComparison
import Placement
import Recordings
import Registration
import Rendering
import TestSupport
import Testing

/// Frames of real recordings with an avatar, and the same after a number of its manifest was changed.
final class RerenderingStage {
  typealias Frame = (picture: StraightRGBA8, placements: PlacementRecord)

  let recording: String
  let frame: Int
  let avatar: String
  let scratch: ScratchFolder
  private let manifest: [String: Any]

  init(_ recording: String, frame: Int, avatar: String) throws {
    (self.recording, self.frame, self.avatar) = (recording, frame, avatar)
    scratch = try ScratchFolder()
    let folder = FlatAvatars.folder.appending(path: avatar)
    let data = try Data(contentsOf: folder.appending(path: "avatar.json"))
    manifest = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    try scratch.folder("changed")
    try FileManager.default.copyItem(atPath: folder.path, toPath: scratch.path("changed/\(avatar)"))
  }

  static var library: AvatarLibrary {
    AvatarLibrary(folder: FlatAvatars.folder.path)
  }

  var layers: [String] {
    (manifest["layers"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
  }

  /// How the frame is rendered, or a clip of it and some that follow.
  func settings(changed: Bool, frames: Int = 1, output: String = "") throws -> RenderSettings {
    var settings = RenderSettings(
      recording: try RecordingLocation(finding: SharedData.file("recordings/\(recording)").path),
      avatars: AvatarSelection(
        names: [avatar],
        library: changed ? AvatarLibrary(folder: scratch.path("changed")) : Self.library),
      output: OutputSettings(path: output))
    settings.part = .frames(frame...frame + frames - 1)
    settings.output.overwrites = true
    return settings
  }

  /// Renders the frame, at a size of its own where one is given.
  func render(changed: Bool = false, size: PixelSize<OutputSpace>? = nil) throws -> Frame {
    var found: Frame?
    var settings = try settings(changed: changed)
    settings.output.size = size.map { OutputSize($0) }
    _ = try PicturesJob(settings).run(most: 1) {
      found = ($0.picture, $0.placements)
    }
    return try #require(found)
  }

  /// Writes the manifest after changes of its layers.
  func change(_ edit: (inout [[String: Any]]) -> Void) throws {
    var changed = manifest
    var layers = manifest["layers"] as? [[String: Any]] ?? []
    edit(&layers)
    changed["layers"] = layers
    try JSONSerialization.data(withJSONObject: changed)
      .write(to: URL(filePath: scratch.path("changed/\(avatar)/avatar.json")))
  }

  /// Replaces a layer's picture.
  func repaint(_ layer: String, _ paint: (inout [UInt8]) -> Void) throws {
    let all = manifest["layers"] as? [[String: Any]] ?? []
    let file = all.first { $0["name"] as? String == layer }?["image"] as? String
    let path = scratch.path("changed/\(avatar)/\(try #require(file))")
    let picture = try PNG.read(path: path, limits: .artwork)
    var bytes = picture.bytes
    paint(&bytes)
    try FileManager.default.removeItem(atPath: path)
    try PNG.write(
      try #require(StraightRGBA8(width: picture.width, height: picture.height, bytes: bytes)),
      to: path)
  }

  /// What a judge says of two frames.
  func explain(_ a: Frame, _ b: StraightRGBA8) throws -> PictureJudge.Judgement {
    var context = PictureJudge.Context()
    context.expectedPlacements = a.placements
    context.artwork = KnownArtwork([try Self.library.load(avatar)])
    return PictureJudge().judge(expected: a.picture, actual: b, context)
  }

  /// What `compare` says of clips of some frames through H.264: of the worst frame.
  func explainClips(frames: Int, crf: Int) throws -> (
    changes: [String: RegionChange], a: PlacementRecord, b: PlacementRecord, words: [String]
  )? {
    for (changed, name) in [(false, "a"), (true, "b")] {
      var settings = try settings(
        changed: changed, frames: frames, output: scratch.path("\(name).mp4"))
      settings.output.crf = crf
      settings.output.placements = scratch.path("\(name).jsonl")
      _ = try RenderJob(settings).run()
    }
    var settings = CompareSettings(first: scratch.path("a.mp4"), second: scratch.path("b.mp4"))
    settings.placements = scratch.path("a.jsonl")
    settings.avatars = AvatarSelection(names: [], library: Self.library)
    let report = try CompareJob(settings).run().report
    guard let worst = report.frames.first(where: { !$0.explanation.isEmpty }) else { return nil }
    func record(_ name: String) throws -> PlacementRecord {
      let reader = try PlacementsReader(path: scratch.path("\(name).jsonl"))
      for _ in 0..<worst.frame { _ = try reader.next() }
      return try #require(try reader.next())
    }
    return (worst.changes, try record("a"), try record("b"), worst.explanation)
  }
}
