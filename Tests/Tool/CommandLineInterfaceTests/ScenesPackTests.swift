import Foundation
import Imaging
import TestSupport
import Testing

/// Gifts: scenes that are packed with what their fields are filled with.
@Suite struct ScenesPackTests {
  /// A clip of a card, its scene with the fields `words` and `face`, a photo and a voice.
  private func prepared() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    _ = try SyntheticClip(width: 96, height: 64, frames: 4).make("in.mkv", in: folder)
    try SyntheticScene().write("Scenes/lantern", in: folder)
    try folder.write(SyntheticScene().tracking(width: 96, height: 64, frames: 4), to: "in.jsonl")
    let text = String(decoding: try folder.bytes("Scenes/lantern/scene.json"), as: UTF8.self)
    try folder.write(
      text.replacing(
        "\"items\": [",
        with:
          """
          "items": [{"name": "w", "type": "text", "field": "words", "box": [80, 20], "size": 18},
          {"name": "g", "type": "text", "field": "greeting", "box": [80, 10]},
          """
      ), to: "Scenes/lantern/scene.json")
    let photo = try SyntheticAvatar.drawn(6, 6) { x, y in
      RGBA8(UInt8(x * 40), UInt8(y * 40), 200, 255)
    }
    try folder.write(PNG.encode(photo), to: "me.png")
    try Program.ffmpeg.succeed(
      ["-v", "error", "-f", "lavfi", "-i", "sine=frequency=440", "-t", "0.2", "v.wav"], in: folder)
    try folder.write("RIFF....WAVEfmt ", to: "cut.wav")
    return folder
  }

  private static let fields = ["--scene-field", "words=春", "--scene-photo", "face=me.png"]
  private static let pack = ["scenes", "pack", "lantern", "-o", "gift.zip"]

  @Test func `a render of the gift has the bytes of one with the fields`() throws {
    let folder = try prepared()
    try Program.product.succeed(Self.pack + Self.fields, in: folder)
    func frames(_ options: [String], to name: String) throws -> [[UInt8]] {
      try folder.folder(name)
      try Program.product.succeed(
        [
          "render", "--video", "in.mkv", "--tracking", "in.jsonl", "--avatar", "none",
          "--placements", "\(name).jsonl", "-o", "\(name)/%05d.png",
        ] + options, in: folder)
      return try ["\(name)/00001.png", "\(name)/00003.png", "\(name).jsonl"].map(folder.bytes)
    }
    let own = try frames(Self.fields, to: "own")
    #expect(own != (try frames([], to: "plain")))
    #expect(try frames(["--scene", "card=gift.zip"], to: "named") == own)
    #expect(try frames(["--scenes", "gift.zip"], to: "alone") == own)
  }

  @Test func `what cannot be packed is told, and an output is kept`() throws {
    let folder = try prepared()
    func run(_ options: [String], _ code: Int32, _ words: String) throws {
      let result = try Program.product.run(Self.pack + options, in: folder)
      #expect(result.exitCode == code && result.error.contains(words), "\(result.error)")
      #expect(result.error.split(whereSeparator: \.isNewline).count == 1)
    }
    try run(["--scene-field", "wirds=x"], 64, "did you mean \"words\"?")
    try run(["--scene-field", "words"], 64, "NAME=VALUE")
    try run(["--scene-photo", "face=v.wav"], 65, "v.wav")
    try run(["--scene-photo", "face=no.png"], 66, "no.png")
    try run(["--greeting", "no.wav"], 66, "no.wav")
    try run(["--greeting", "me.png"], 65, "me.png")
    try run(["--greeting", "cut.wav"], 65, "cut.wav")
    try folder.write([UInt8](repeating: 0, count: 16 << 20 + 1), to: "long.wav")
    try run(["--greeting", "long.wav"], 75, "long.wav")
    #expect(!FileManager.default.fileExists(atPath: folder.path("gift.zip")))
    try Program.product.succeed(Self.pack + ["--greeting", "v.wav"], in: folder)
    let first = try folder.bytes("gift.zip")
    try run(Self.fields, 73, "gift.zip")
    #expect(try folder.bytes("gift.zip") == first)
    try Program.product.succeed(Self.pack + ["--overwrite", "--greeting", "v.wav"], in: folder)
    #expect(try folder.bytes("gift.zip") == first)
    try SyntheticScene().write("Others/bare", in: folder)
    let unheard = try Program.product.run(
      ["scenes", "pack", "Others/bare", "-o", "bare.zip", "--greeting", "v.wav"], in: folder)
    #expect(unheard.exitCode == 64 && unheard.error.contains("no text of the field \"greeting\""))
    let other = try Program.product.run(
      ["scenes", "pack", "lantern", "-o", "gift.rar"], in: folder)
    #expect(other.exitCode == 64 && other.error.contains(".zip"))
  }
}
