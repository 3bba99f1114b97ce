import Foundation
import Imaging
import TestSupport
import Testing

/// Recordings that cannot be rendered at all.
@Suite struct RecordingTests {
  @Test func `a recording that is not there is named`() throws {
    let stage = try ToolStage()
    let output = ["--avatar", "mask", "-o", "out/x.mp4"]
    let tracked = ["render", "in.mkv", "--tracking", "none.jsonl"]
    try stage.expect(
      stage.run(["render", "none.mkv"] + output), refusedWith: 66, saying: ["none.mkv"])
    try stage.expect(stage.run(tracked + output), refusedWith: 66, saying: ["none.jsonl"])
    try stage.expect(
      stage.run(["render", "--video", "none.mkv"] + output), refusedWith: 66, saying: ["none.mkv"])
    try stage.expect(
      stage.run("inspect", "none.mkv"), refusedWith: 66, saying: ["none.mkv"])
  }

  /// Without a tracker a clip alone cannot get an avatar; what needs no face does not ask for one.
  @Test func `a clip without tracking needs the tracker, unless nothing on it does`() throws {
    let stage = try ToolStage()
    try FileManager.default.removeItem(atPath: stage.folder.path("in.jsonl"))
    let nowhere = ["--mediapipe-library", "/nonexistent"]
    for recording in [["in.mkv"], ["--video", "in.mkv"]] {
      try stage.expect(
        stage.run(["render"] + recording + ["--avatar", "mask", "-o", "out/x.mp4"] + nowhere),
        refusedWith: 69, saying: ["/nonexistent", "libmediapipe.so"])
      try stage.expect(
        stage.run(["snapshot"] + recording + ["--avatar", "mask", "-o", "out/x.png"] + nowhere),
        refusedWith: 69, saying: ["/nonexistent"])
      let plain = try stage.run(
        ["snapshot"] + recording + ["--avatar", "none", "--overwrite", "-o", "none.png"]
          + nowhere)
      #expect(plain.exitCode == 0)
    }
    #expect(try stage.run("inspect", "in.mkv").exitCode == 0)
    try stage.expect(
      stage.run(["inspect", "in.mkv", "--track"] + nowhere), refusedWith: 69,
      saying: ["/nonexistent"])
  }

  /// What `recording.json` says, and what is said of it.
  static let indices: [(text: String, code: Int32, message: [String])] = [
    (#"{"video": "../in.mkv", "tracking": "t.jsonl"}"#, 65, ["../in.mkv", "leads out"]),
    (#"{"video": "/etc/passwd", "tracking": "t.jsonl"}"#, 65, ["/etc/passwd", "absolute"]),
    (#"{"video": "c.mkv", "tracking": "../in.jsonl"}"#, 65, ["../in.jsonl", "leads out"]),
    (#"{"tracking": "t.jsonl"}"#, 65, ["recording.json", "\"video\" or \"image\""]),
    (#"{"video": 5}"#, 65, ["recording.json"]),
    ("no json", 65, ["recording.json"]),
    ("", 65, ["recording.json"]),
    (#"{"video": "none.mkv"}"#, 66, ["none.mkv"]),
    (String(repeating: " ", count: 70_000), 65, ["recording.json", "65536"]),
  ]

  @Test func `a recording that reaches out of its folder or says nonsense is refused`() throws {
    let stage = try ToolStage()
    try stage.folder.write(stage.folder.bytes("in.mkv"), to: "rec/c.mkv")
    try stage.folder.write(stage.folder.bytes("in.jsonl"), to: "rec/t.jsonl")
    for (text, code, message) in Self.indices {
      try stage.folder.write(text, to: "rec/recording.json")
      try stage.expect(
        stage.run("render", "rec", "--avatar", "mask", "-o", "out/x.mp4"), refusedWith: code,
        saying: message)
    }
    try FileManager.default.removeItem(atPath: stage.folder.path("rec/recording.json"))
    try stage.expect(
      stage.run("render", "rec", "--avatar", "mask", "-o", "out/x.mp4"), refusedWith: 65,
      saying: ["recording.json"])
  }

  @Test func `a recording whose clip is no clip is refused`() throws {
    let stage = try ToolStage()
    let garbage = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }
    for (bytes, message) in [([], "empty"), (garbage, "not a readable clip")] {
      try stage.folder.write(bytes, to: "in.mkv")
      try stage.expect(stage.render("out/x.mp4"), refusedWith: 65, saying: ["in.mkv", message])
    }
  }

  @Test func `a recording that has sound alone is refused`() throws {
    let stage = try ToolStage()
    try Program.ffmpeg.succeed(
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "sine=duration=0.2", "-c:a", "aac",
        stage.folder.path("in.mkv"),
      ], in: stage.folder)
    try stage.expect(
      stage.render("out/x.mp4"), refusedWith: 65, saying: ["in.mkv", "no video", "sound"])
  }

  @Test func `a recording that has no frame in the part asked for is refused`() throws {
    let stage = try ToolStage()
    for part in [["--frames", "100-200"], ["--start", "99"]] {
      let words = ["render", "in.mkv", "--avatar", "mask", "-o", "out/x.mp4"]
      try stage.expect(
        stage.run(words + part + ["--progress", "none"]), refusedWith: 65,
        saying: ["in.mkv", "no frame", "6 frames"])
    }
  }

  @Test func `a recording with a picture that is too large is over the limit`() throws {
    let stage = try ToolStage()
    try stage.folder.write(Self.pngHeader(side: 16384), to: "huge.png")
    try stage.folder.write(stage.folder.bytes("in.jsonl"), to: "huge.jsonl")
    try stage.expect(
      stage.run("snapshot", "huge.png", "--avatar", "mask", "-o", "out/x.png"), refusedWith: 75,
      saying: ["huge.png", "16384"])
    try stage.expect(
      stage.run("render", "huge.png", "--avatar", "mask", "-o", "out/x.mp4"), refusedWith: 75,
      saying: ["huge.png", "16384"])

    // A clip says its size in its header, which is patched; the picture in it is small.
    var clip = SyntheticClip(width: 512, height: 512, frames: 1)
    clip.codec = ["-c:v", "ffv1"]
    try clip.make("in.mkv", in: stage.folder)
    var bytes = Data(try stage.folder.bytes("in.mkv"))
    // Matroska's PixelWidth and PixelHeight: an identifier, a length of 2 bytes, the value.
    for element in [UInt8(0xB0), 0xBA] {
      let range = try #require(bytes.firstRange(of: Data([element, 0x82, 0x02, 0x00])))
      bytes.replaceSubrange(range, with: [element, 0x82, 0x40, 0x00])
    }
    try stage.folder.write(bytes, to: "in.mkv")
    try stage.expect(
      stage.render("out/x.mp4"), refusedWith: 75, saying: ["in.mkv", "16384 x 16384"])
  }

  /// A PNG that names a size, and little more than that.
  static func pngHeader(side: UInt32) -> [UInt8] {
    let size = PNGChunk.bigEndian(side) + PNGChunk.bigEndian(side)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + PNGChunk.bytes("IHDR", size + [8, 6, 0, 0, 0])
      + PNGChunk.bytes("IDAT", [0x78, 0x9C, 0x03, 0, 0, 0, 0, 1]) + PNGChunk.bytes("IEND", [])
  }
}
