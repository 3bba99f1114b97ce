import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

/// The files that `compare` is tried on; every process runs in their folder.
private struct CompareStage {
  let stage: ToolStage
  var folder: ScratchFolder { stage.folder }

  init() throws { stage = try ToolStage() }

  func compare(_ words: String...) throws -> Program.Outcome {
    try stage.run(["compare"] + words + ["--progress", "none"])
  }

  /// A picture with a blue square at some place.
  @discardableResult
  func picture(_ name: String, x: Int = 20, width: Int = 64) throws -> String {
    let picture = try SyntheticAvatar.drawn(width, 48) { px, py in
      let (dx, dy) = (px - Double(x), py - 12)
      let isInside = dx >= 0 && dx < 20 && dy >= 0 && dy < 24
      return isInside ? RGBA8(UInt8(10 * dx), UInt8(10 * dy), 220) : RGBA8(120, 130, 110)
    }
    return try folder.write(PNG.encode(picture), to: name)
  }

  /// A clip that FFmpeg makes of the stage's `in.mkv`.
  @discardableResult
  func clip(_ name: String, filter: String, options: [String] = []) throws -> String {
    try Program.ffmpeg.succeed(
      ["-nostdin", "-v", "error", "-y", "-i", folder.path("in.mkv"), "-vf", filter]
        + ["-vsync", "passthrough", "-c:v", "ffv1"] + options + [folder.path(name)], in: folder)
    return folder.path(name)
  }

  func expect(
    _ outcome: Program.Outcome, code: Int32, saying words: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = outcome.text + outcome.error
    #expect(outcome.exitCode == code, "\(text)", sourceLocation: sourceLocation)
    for word in words {
      #expect(text.contains(word), "no \"\(word)\" in: \(text)", sourceLocation: sourceLocation)
    }
  }

  /// One line and an exit code.
  func expectRefused(
    _ outcome: Program.Outcome, code: Int32, saying words: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try stage.expect(
      outcome, refusedWith: code, saying: words, sourceLocation: sourceLocation)
  }
}

@Suite struct CompareTests {
  @Test func `comparing pictures passes what is the same, the same path too`() throws {
    let stage = try CompareStage()
    try stage.picture("a.png")
    try stage.picture("b.png")
    stage.expect(try stage.compare("a.png", "b.png"), code: 0, saying: ["identical"])
    stage.expect(try stage.compare("a.png", "a.png"), code: 0, saying: ["identical"])
  }

  @Test func `a name in a folder that is not UTF-8 is told, and nothing is compared`() throws {
    let stage = try CompareStage()
    try stage.picture("a/1.png")
    try stage.picture("b/1.png")
    #expect(try stage.compare("a", "b").exitCode == 0)
    // By bytes, since no text has them.
    let made = try Program(named: "sh").run(
      ["-c", "cp a/1.png \"$(printf 'a/2\\351.png')\""], in: stage.folder)
    try #require(made.exitCode == 0)
    let outcome = try stage.compare("a", "b")
    #expect(outcome.exitCode == 65, "\(outcome.error)")
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.error.contains("is not UTF-8; rename it"), "\(outcome.error)")
  }

  @Test func `comparing pictures fails by the thresholds that were asked for`() throws {
    let stage = try CompareStage()
    try stage.picture("a.png")
    try stage.picture("b.png", x: 23)
    stage.expect(
      try stage.compare("a.png", "b.png"), code: 1,
      saying: ["maxChannelDifference", "OVER", "failed", "3.0 px right"])
    stage.expect(
      try stage.compare("a.png", "b.png", "--max-changed-share", "0.5"), code: 0,
      saying: ["<= 0.5", "passed"])
    stage.expect(
      try stage.compare(
        "a.png", "b.png", "--tolerance", "exact", "--max-changed-share", "0.5"), code: 1,
      saying: ["OVER"])
    stage.expect(
      try stage.compare(
        "a.png", "b.png", "--tolerance", "exact", "--max-channel-difference", "any"), code: 0,
      saying: ["passed"])
    stage.expect(
      try stage.compare("a.png", "b.png", "--pixel-threshold", "255", "--max-changed-share", "0"),
      code: 0, saying: ["more than 255"])
  }

  @Test func `comparing pictures gives JSON that names its thresholds`() throws {
    let stage = try CompareStage()
    try stage.picture("a.png")
    try stage.picture("b.png", x: 23)
    let outcome = try stage.compare("a.png", "b.png", "--json")
    #expect(outcome.exitCode == 1)
    let json = try #require(
      try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    #expect(json["verdict"] as? String == "failed")
    #expect(json["format"] as? String == "avatar-comparison/1")
    #expect((json["thresholds"] as? [String: Any])?["maxChannelDifference"] as? Int == 0)
    #expect((json["rungs"] as? [[String: Any]])?.count == 6)
    #expect((json["explanation"] as? [String])?.first?.contains("3.0 px right") == true)
  }

  @Test func `comparing pictures of two sizes is a mismatch`() throws {
    let stage = try CompareStage()
    try stage.picture("a.png")
    try stage.picture("b.png", width: 65)
    stage.expect(
      try stage.compare("a.png", "b.png"), code: 2, saying: ["mismatch", "64 x 48", "65 x 48"])
  }

  @Test func `comparing pictures keeps to a mask, and checks the rest by itself`() throws {
    let stage = try CompareStage()
    try stage.picture("a.png")
    try stage.picture("b.png", x: 23)
    let half = try SyntheticAvatar.drawn(64, 48) { x, _ in
      x < 16 ? RGBA8(255, 255, 255) : RGBA8(0, 0, 0)
    }
    try stage.folder.write(PNG.encode(half), to: "mask.png")
    stage.expect(
      try stage.compare("a.png", "b.png", "--mask", "mask.png"), code: 0, saying: ["inside"])
    stage.expect(
      try stage.compare("a.png", "b.png", "--mask", "mask.png", "--region", "outside"), code: 1,
      saying: ["outside"])
    stage.expect(
      try stage.compare("a.png", "b.png", "--mask", "mask.png", "--outside", "exact"), code: 1,
      saying: ["nothing else changed", "something changed outside"])
    try stage.picture("small.png", width: 32)
    stage.expect(
      try stage.compare("a.png", "b.png", "--mask", "small.png"), code: 2,
      saying: ["the mask 32 x 48"])
  }

  @Test func `comparing pictures names what cannot be read`() throws {
    let stage = try CompareStage()
    let path = try stage.picture("a.png")
    let whole = [UInt8](try Data(contentsOf: URL(filePath: path)))
    try stage.folder.write(whole.dropLast(whole.count / 2), to: "cut.png")
    try stage.folder.write("", to: "empty.png")
    try stage.folder.write("no picture at all", to: "text.png")
    var huge = whole
    huge.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
    huge.replaceSubrange(29..<33, with: PNGChunk.bigEndian(CRC32.of(huge[12..<29])))
    try stage.folder.write(huge, to: "huge.png")
    try stage.expectRefused(
      stage.compare("a.png", "cut.png"), code: 65, saying: ["cut.png", "cut off"])
    try stage.expectRefused(
      stage.compare("a.png", "empty.png"), code: 65, saying: ["empty.png", "empty"])
    try stage.expectRefused(
      stage.compare("a.png", "text.png"), code: 65, saying: ["text.png", "not a PNG"])
    try stage.expectRefused(
      stage.compare("a.png", "huge.png"), code: 75, saying: ["huge.png", "65536 x 65536"])
    try stage.expectRefused(
      stage.compare("a.png", "none.png"), code: 66, saying: ["none.png", "no such file"])
    try stage.expectRefused(
      stage.compare("cut.png", "cut.png"), code: 65, saying: ["cut.png", "cut off"])
  }

  @Test(arguments: ["png", "jpg"])
  func `what is left of a damaged picture is compared where that is allowed`(kind: String) throws {
    let stage = try CompareStage()
    let path = try stage.picture("a.png")
    let format = kind == "png" ? PictureFormat.png : .jpeg
    let whole = try PNG.read(path: path).encoded(as: PictureEncoding(format))
    try stage.folder.write(Data(whole), to: "whole.\(kind)")
    try stage.folder.write(Data(whole.dropLast(whole.count / 3)), to: "cut.\(kind)")
    let words = ["whole.\(kind)", "cut.\(kind)"]
    try stage.expectRefused(
      stage.compare(words[0], words[1]), code: 65,
      saying: [words[1], "cut off", "--allow-damaged keeps what is left of it"])
    let allowed = try stage.compare(words[0], words[1], "--allow-damaged")
    #expect(allowed.exitCode == 1, "\(allowed.error)")
    #expect(allowed.error.contains("\(words[1]): the picture is damaged:"), "\(allowed.error)")
    #expect(allowed.error.contains("rows are lost"), "\(allowed.error)")
    #expect(try stage.compare(words[1], words[1], "--allow-damaged").exitCode == 0)
  }

  @Test func `comparing pictures with a clip or a folder is a usage error`() throws {
    let stage = try CompareStage()
    try stage.picture("a.png")
    try stage.expectRefused(
      stage.compare("a.png", "in.mkv"), code: 64, saying: ["a.png", "in.mkv", "a clip"])
    try stage.expectRefused(
      stage.compare("a.png", "out"), code: 64, saying: ["a folder"])
    try stage.expectRefused(
      stage.compare("a.png", "a.png", "--outside", "exact"), code: 64, saying: ["--mask"])
  }

  @Test func `comparing pictures leaves outputs alone that exist`() throws {
    let stage = try CompareStage()
    try stage.picture("a.png")
    try stage.picture("b.png", x: 23)
    for (option, name) in [
      ("--report", "x.html"), ("--junit", "x.xml"), ("--diff", "x.png"),
    ] {
      try stage.folder.write("precious", to: name)
      try stage.expectRefused(
        stage.compare("a.png", "b.png", option, name), code: 73, saying: [name, "--overwrite"])
      #expect(try stage.folder.bytes(name) == Array("precious".utf8))
      let outcome = try stage.compare("a.png", "b.png", option, name, "--overwrite")
      #expect(outcome.exitCode == 1, "\(outcome.error)")
      #expect(try stage.folder.bytes(name) != Array("precious".utf8))
    }
    #expect(try PNG.read(path: stage.folder.path("x.png")).width == 64)
    let xml = String(decoding: try stage.folder.bytes("x.xml"), as: UTF8.self)
    #expect(xml.contains("<failure") && xml.contains("3.0 px right"))
    let html = String(decoding: try stage.folder.bytes("x.html"), as: UTF8.self)
    #expect(html.contains("3.0 px right"))
  }
}

@Suite struct CompareFolderTests {
  @Test func `comparing folders matches pictures by their names, in folders below too`() throws {
    let stage = try CompareStage()
    for folder in ["a", "b"] {
      try stage.picture("\(folder)/2.png")
      try stage.picture("\(folder)/10.png", x: folder == "a" ? 20 : 24)
      try stage.picture("\(folder)/deep/x.png")
    }
    stage.expect(
      try stage.compare("a", "b"), code: 1,
      saying: ["1 of 3 frames", "10.png: 4.0 px right"])
    stage.expect(try stage.compare("a", "b", "--frames", "0"), code: 0, saying: ["1 frame"])
  }

  @Test func `comparing folders names pictures that only one of them has`() throws {
    let stage = try CompareStage()
    try stage.picture("a/x.png")
    try stage.picture("b/x.png")
    try stage.picture("a/only-a.png")
    try stage.picture("b/only-b.png")
    stage.expect(
      try stage.compare("a", "b"), code: 2,
      saying: ["only in a: only-a.png", "only in b: only-b.png"])
  }

  @Test func `comparing folders without a picture is a fault`() throws {
    let stage = try CompareStage()
    try stage.picture("a/x.png")
    try stage.expectRefused(stage.compare("a", "out"), code: 65, saying: ["out", "no PNG"])
  }
}

@Suite struct CompareClipTests {
  @Test func `comparing clips matches frames by their times`() throws {
    let stage = try CompareStage()
    try stage.clip("same.mkv", filter: "null")
    stage.expect(
      try stage.compare("in.mkv", "same.mkv"), code: 0, saying: ["all 6 frames are identical"])
  }

  @Test func `comparing clips says where they part`() throws {
    let stage = try CompareStage()
    try stage.clip("short.mkv", filter: "select=lt(n\\,4)")
    stage.expect(
      try stage.compare("in.mkv", "short.mkv"), code: 2,
      saying: ["in.mkv has 6 frames, short.mkv 4", "stop matching at 0.160 s", "frame 4 of in.mkv"])
    stage.expect(
      try stage.compare("in.mkv", "short.mkv", "--frames", "0-3"), code: 0, saying: ["identical"])
    try stage.clip("hole.mkv", filter: "select=not(eq(n\\,2))")
    stage.expect(
      try stage.compare("in.mkv", "hole.mkv"), code: 2,
      saying: ["stop matching at 0.080 s", "frame 2 of in.mkv has no partner in hole.mkv"])
    try stage.clip("slow.mkv", filter: "setpts=1.5*PTS")
    stage.expect(
      try stage.compare("in.mkv", "slow.mkv"), code: 2,
      saying: ["rates differ", "25 frames a second"])
    try stage.clip("small.mkv", filter: "scale=48:32")
    stage.expect(
      try stage.compare("in.mkv", "small.mkv"), code: 2, saying: ["96 x 64", "48 x 32"])
  }

  @Test func `comparing clips reads sidecars line by line with the frames`() throws {
    let stage = try CompareStage()
    for name in ["one", "two"] {
      let outcome = try stage.stage.render(
        "\(name).mkv", "--codec", "ffv1", "--placements", "\(name).jsonl")
      #expect(outcome.exitCode == 0, "\(outcome.error)")
    }
    stage.expect(
      try stage.compare(
        "in.mkv", "one.mkv", "--placements", "one.jsonl", "--outside", "exact",
        "--ground", "in.mkv"), code: 1, saying: ["nothing else changed", "failed: 6 of 6"])
    let lines = String(decoding: try stage.folder.bytes("one.jsonl"), as: UTF8.self)
      .split(separator: "\n")
    try stage.folder.write(
      (lines[..<2] + lines[3...]).joined(separator: "\n"), to: "hole.jsonl")
    try stage.expectRefused(
      stage.compare("one.mkv", "two.mkv", "--placements", "hole.jsonl"), code: 65,
      saying: ["hole.jsonl", "no line for frame 2"])
    try stage.folder.write(
      lines.joined(separator: "\n").replacing("[[", with: "[[NaN, 1], ["), to: "nan.jsonl")
    try stage.expectRefused(
      stage.compare("one.mkv", "two.mkv", "--placements", "nan.jsonl"), code: 65,
      saying: ["nan.jsonl, line 1"])
    try stage.folder.write(
      lines.joined(separator: "\n").replacing("\"width\": 96", with: "\"width\": 97"),
      to: "wide.jsonl")
    stage.expect(
      try stage.compare("one.mkv", "two.mkv", "--placements", "wide.jsonl"), code: 2,
      saying: ["97 x 64"])
    try stage.expectRefused(
      stage.compare("one.mkv", "two.mkv", "--placements", "none.jsonl"), code: 66,
      saying: ["none.jsonl"])
  }

  @Test func `comparing clips says which one is empty, or no clip`() throws {
    let stage = try CompareStage()
    try stage.folder.write("", to: "empty.mkv")
    try stage.folder.write("no clip", to: "text.mkv")
    try stage.expectRefused(
      stage.compare("in.mkv", "empty.mkv"), code: 65, saying: ["empty.mkv", "empty"])
    try stage.expectRefused(
      stage.compare("in.mkv", "text.mkv"), code: 65, saying: ["text.mkv"])
    try stage.expectRefused(
      stage.compare("in.mkv", "in.mkv", "--frames", "50-60"), code: 65, saying: ["in.mkv"])
  }

  @Test func `comparing clips leaves no heat map behind where it cannot go on`() throws {
    let stage = try CompareStage()
    for folder in ["a", "b"] {
      for name in ["1.png", "2.png"] {
        try stage.picture("\(folder)/\(name)", x: folder == "a" ? 20 : 23)
      }
    }
    try stage.folder.write("mine", to: "maps/2.png")
    try stage.expectRefused(
      stage.compare("a", "b", "--diff", "maps"), code: 73, saying: ["maps/2.png", "--overwrite"])
    let files = FileManager.default
    #expect(try files.contentsOfDirectory(atPath: stage.folder.path("maps")) == ["2.png"])
    try stage.folder.write("no picture", to: "b/2.png")
    try stage.expectRefused(
      stage.compare("a", "b", "--diff", "new/maps"), code: 65, saying: ["b/2.png"])
    #expect(!files.fileExists(atPath: stage.folder.path("new")))
  }

  @Test func `comparing clips does not wait for the writer of a named pipe`() throws {
    let stage = try CompareStage()
    try stage.picture("a.png")
    try #require(mkfifo(stage.folder.path("pipe.png"), 0o600) == 0)
    try stage.expectRefused(
      stage.compare("pipe.png", "a.png"), code: 66, saying: ["pipe.png", "not a regular file"])
    try stage.expectRefused(
      stage.compare("a.png", "a.png", "--mask", "pipe.png"), code: 66, saying: ["pipe.png"])
  }
}
