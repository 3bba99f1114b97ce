import AvatarFiles
import Foundation
import Imaging
import Recordings
import Rendering
import SceneFiles
import TestSupport
import Testing

/// What did not fit of scenes is said, where it was drawn.
@Suite struct SceneNoteTests {
  private let folder: ScratchFolder
  private let clip: String

  init() throws {
    folder = try ScratchFolder()
    clip = try SyntheticClip(width: 96, height: 64, frames: 4).make("in.mkv", in: folder)
    try SyntheticScene().write("Scenes/greeting", in: folder)
    try folder.write(SyntheticScene().tracking(width: 96, height: 64, frames: 4), to: "in.jsonl")
  }

  private func notes(
    avatar: String = "none", _ change: (inout RenderSettings) throws -> Void = { _ in }
  ) throws -> [String] {
    var settings = RenderSettings(
      recording: try RecordingLocation(video: clip, tracking: folder.path("in.jsonl")),
      avatars: AvatarSelection(names: [avatar], library: Stage.shipped),
      output: OutputSettings(path: folder.path("\(UUID().uuidString).mkv")))
    settings.scenes = SceneSelection(SceneLibrary(folder: folder.path("Scenes")))
    try change(&settings)
    return try RenderJob(settings).run().notes
  }

  private func add(_ item: String) throws {
    let text = String(decoding: try folder.bytes("Scenes/greeting/scene.json"), as: UTF8.self)
    try folder.write(
      text.replacing("\"items\": [", with: "\"items\": [\(item),"),
      to: "Scenes/greeting/scene.json")
  }

  @Test func `what fits is no note, and a clip of cards alone needs no faces`() throws {
    #expect(try notes() == [])
    let named = try notes(avatar: "dragon")
    #expect(named == ["no avatars were drawn: the tracking has printed cards and no faces"])
  }

  @Test func `a field that only scenes have whose cards are not shown is told`() throws {
    try SyntheticScene(picture: "absent").write("Scenes/other", in: folder)
    let text = String(decoding: try folder.bytes("Scenes/other/scene.json"), as: UTF8.self)
    try folder.write(
      text.replacing("\"face\"", with: "\"portrait\""), to: "Scenes/other/scene.json")
    func filled(_ field: String, scene: String? = nil) throws -> [String] {
      try notes {
        $0.scenes.photos = [
          .init(scene: scene, field: field, value: .file(folder.path("Scenes/other/card.png")))
        ]
      }
    }
    let told = "no scene of the recording's cards has this field"
    #expect(try filled("face") == [])
    #expect(try filled("portrait") == ["--scene-photo portrait: \(told)"])
    #expect(try filled("portrait", scene: "other") == ["--scene-photo portrait: \(told)"])
  }

  @Test func `a text that is cut off, and a character that no font has, are said once`() throws {
    try add(
      """
      {"name": "long", "type": "text", "size": 9, "box": [4, 3],
       "text": "\(String(repeating: "abcdefgh ", count: 100))"}
      """)
    let cut = try notes()
    #expect(
      cut == [
        "the scene greeting, long: a text is cut off: it does not fit its box at the smallest size"
      ])
    try add(
      """
      {"name": "glyph", "type": "text", "size": 9, "box": [60, 12], "text": "a \u{E777} b"}
      """)
    let both = try notes()
    #expect(both.count == 2 && both.contains { $0.contains("U+E777") }, "\(both)")
  }

  @Test func `a card without a scene and cues that no card is there for are counted`() throws {
    try folder.write(
      "{\"timestampMs\": 40, \"cue\": \"tap\"}\n{\"timestampMs\": 40, \"cue\": \"tap\", \"image\": 7}\n",
      to: "cues.jsonl")
    let missed = try notes { $0.cues = folder.path("cues.jsonl") }
    #expect(missed == ["1 of 2 cues reached no card: none was there at their times"])
    try folder.write(
      SyntheticScene(picture: "unknown").tracking(width: 96, height: 64, frames: 4),
      to: "in.jsonl")
    #expect(try notes() == ["no scene for \"unknown\": nothing is drawn there"])
    try folder.write(
      "{\"format\": \"avatar-tracking/1\", \"width\": 96, \"height\": 64}\n", to: "in.jsonl")
    let without = try notes { $0.cues = folder.path("cues.jsonl") }
    #expect(
      without.contains("2 of 2 cues reached no card: none was there at their times"), "\(without)")
  }

  @Test func `the first folder that has a scene for a card wins, and others are not loaded`() throws
  {
    try SyntheticScene(colour: RGBA8(20, 30, 230, 255)).write("Own/mine", in: folder)
    // Its pictures are missing, which only a clip with its card finds out.
    try SyntheticScene(picture: "absent").write("Own/broken", in: folder)
    try FileManager.default.removeItem(atPath: folder.path("Own/broken/square.png"))
    #expect(try drawn(["Own", "Scenes"]) == ["mine"])
    #expect(try drawn(["Scenes", "Own"]) == ["greeting"])
  }

  private func drawn(_ folders: [String]) throws -> Set<String> {
    let file = "\(UUID().uuidString).jsonl"
    _ = try notes {
      $0.scenes = SceneSelection(SceneLibrary(folders: folders.map(folder.path)))
      $0.output.placements = folder.path(file)
    }
    let text = String(decoding: try folder.bytes(file), as: UTF8.self)
    return Set(text.matches(of: /"scene": "([a-z]+)"/).map { String($0.output.1) })
  }
}
