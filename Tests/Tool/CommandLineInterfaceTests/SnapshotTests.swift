import Foundation
import Imaging
import TestSupport
import Testing

@Suite struct SnapshotTests {
  private static let words = ["snapshot", "in.mkv", "--avatar", "mask"]

  private struct Description: Decodable {
    var output, format, alternativeText: String
    var width, height, bytes, frame, faces: Int
    var choice: Choice?

    struct Choice: Decodable { var best: Best }
    struct Best: Decodable {
      var frame: Int
      var total: Double
      var faces: [Face]
    }
    struct Face: Decodable { var parts: [String: Double] }
  }

  @Test func `the verb snapshot writes each format, and tells what is in it`() throws {
    let stage = try ToolStage()
    for (name, format) in [
      ("a.png", "png"), ("a.jpg", "jpeg"), ("a.jpeg", "jpeg"), ("a.webp", "webp"),
    ] {
      let outcome = try stage.run(
        Self.words + ["--best", "--crop", "1:1", "--max-size", "40", "--json", "-o", "out/\(name)"])
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      let told = try JSONDecoder().decode(Description.self, from: outcome.output)
      let bytes = try [UInt8](stage.folder.bytes("out/\(name)"))
      #expect(PictureFormat(magic: bytes)?.rawValue == format)
      #expect(told.format == format && told.bytes == bytes.count)
      #expect((told.width, told.height) == (40, 40))
      #expect(told.alternativeText == "a face with a mask")
      #expect(told.faces == 1)
      let choice = try #require(told.choice?.best)
      #expect(choice.frame == told.frame && choice.total > 0 && choice.total <= 1)
      #expect(choice.faces[0].parts.count == 12)
      #expect(outcome.error.contains("shows: a face with a mask"))
    }
  }

  @Test func `the verb snapshot streams what is asked for`() throws {
    let stage = try ToolStage()
    for format in PictureFormat.allCases {
      let outcome = try stage.run(
        Self.words + ["--format", format.rawValue, "--frame", "1", "-o", "-"])
      let bytes = [UInt8](outcome.output)
      // AVIF is read as a kind of HEIF; JPEG XL is not read, and its codestream begins so (ISO/IEC 18181-1).
      #expect(
        format == .jxl
          ? bytes.starts(with: [0xFF, 0x0A])
          : PictureFormat(magic: bytes) == (format == .avif ? .heif : format), "\(outcome.error)")
    }
    let scored = try stage.run(Self.words + ["--best", "--score", "-", "-o", "out/a.png"])
    #expect(scored.text.contains("\"runnersUp\""))
    let file = try stage.run(
      Self.words + ["--best", "--score", "out/s.json", "-o", "out/b.png"])
    #expect(file.exitCode == 0, "\(file.error)")
    #expect(try stage.folder.bytes("out/s.json") == [UInt8](scored.output))
  }

  @Test(arguments: [
    (["--crop", "wide"], "--crop"), (["--crop", "0:1"], "--crop"), (["--crop", "1x"], "--crop"),
    (["--crop", "65:1"], "--crop"), (["--crop", "9000x10"], "--crop"),
    (["--max-size", "0"], "--max-size"), (["--max-size", "8193"], "--max-size"),
    (["--max-size", "12px"], "--max-size"), (["--quality", "50"], "PNG is lossless"),
    (["--format", "jpeg"], "make them agree"), (["--format", "gif"], "--format"),
    (["--best", "--at", "1"], "choose the frame"), (["--start", "1"], "for --best"),
    (["--score", "x.json"], "for --best"), (["--best", "--end", "0"], "--end"),
    (["--best", "--start", "2", "--end", "1"], "--end"),
    (["--best", "--json", "--score", "-"], "standard output"),
    (["--best", "3"], "add %d"), (["--best", "1"], "add %d"), (["--best", "0"], "--best"),
    (["--best=13"], "from 1 to 12"), (["--best=three"], "from 1 to 12"),
    (["--no-best=3"], "takes no value"), (["--progress", "loud"], "--progress"),
    (["--sheet", "2x2", "--crop", "1:1"], "--sheet"), (["--sheet", "2x2", "--json"], "--sheet"),
  ])
  func `the verb snapshot refuses what makes no sense`(more: [String], saying word: String) throws {
    let stage = try ToolStage()
    let outcome = try stage.run(Self.words + more + ["-o", "out/a.png"])
    try stage.expect(outcome, refusedWith: 64, saying: [word])
  }

  @Test
  func
    `the verb snapshot refuses a name of no picture, qualities beyond the scale, and JPEG for transparency`()
    throws
  {
    let stage = try ToolStage()
    for (more, word) in [
      (["-o", "out/a.gif"], ".webp"), (["-o", "out/a.jpg", "--quality", "0"], "1 to 100"),
      (["-o", "out/a.jpg", "--quality", "101"], "1 to 100"),
      (["-o", "out/a.jpg", "--overlay-only"], "transparency"),
    ] {
      try stage.expect(
        try stage.run(Self.words + more), refusedWith: 64, saying: [word])
    }
    for quality in ["1", "100"] {
      let outcome = try stage.run(
        Self.words + ["-o", "out/q.jpg", "--quality", quality, "--overwrite"])
      #expect(outcome.exitCode == 0, "\(outcome.error)")
    }
  }

  @Test func `the verb snapshot names the sharpest frame as such where the tracking has no face`()
    throws
  {
    let stage = try ToolStage()
    let lines = try String(decoding: stage.folder.bytes("in.jsonl"), as: UTF8.self)
      .split(separator: "\n").enumerated().map { index, line in
        index == 0 ? String(line) : "{\"timestampMs\": \((index - 1) * 40)}"
      }
    try stage.folder.write(lines.joined(separator: "\n"), to: "in.jsonl")
    let outcome = try stage.run(Self.words + ["--best", "-o", "out/a.png"])
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.error.contains("no face"))
    #expect(outcome.error.contains("shows: a picture without a tracked face"))
  }

  @Test func `the verb snapshot writes several best frames into numbered files`() throws {
    var clip = SyntheticClip(width: 96, height: 64, frames: 6)
    clip.filter = "setpts=N*0.6/TB"
    let stage = try ToolStage(clip: clip)
    var tracking = ToolStage.tracking(clip)
    tracking.samples = tracking.samples.enumerated().map {
      (timestampMs: Double($0) * 600, faces: $1.faces)
    }
    try stage.folder.write(tracking.text, to: "in.jsonl")
    struct Told: Decodable {
      var pictures: [Description]
      var choice: Choice
      struct Choice: Decodable {
        var best: Description.Best
        var further: [Description.Best]
      }
    }
    let outcome = try stage.run(
      Self.words + [
        "--best", "3", "--json", "--score", "out/s.json", "--placements", "out/p.jsonl", "-o",
        "out/a-%02d.png", "--progress", "json",
      ])
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(
      try stage.folder.names(in: "out").sorted()
        == ["a-01.png", "a-02.png", "a-03.png", "p.jsonl", "s.json"])
    let told = try JSONDecoder().decode(Told.self, from: outcome.output)
    #expect(told.pictures.map(\.output) == ["out/a-01.png", "out/a-02.png", "out/a-03.png"])
    #expect(
      told.pictures.map(\.frame)
        == ([told.choice.best] + told.choice.further).map(\.frame))
    #expect(Set(told.pictures.map(\.frame)).count == 3)
    #expect(try stage.folder.bytes("out/p.jsonl").filter { $0 == 10 }.count == 3)
    #expect(outcome.error.contains("\"progress\":\"end\""))
    // Nothing is done where one of them is there already.
    try stage.expect(
      try stage.run(Self.words + ["--best", "3", "-o", "out/a-%02d.png"]), refusedWith: 73,
      saying: ["a-01.png"],
      leaving: ["a-01.png", "a-02.png", "a-03.png", "p.jsonl", "s.json"])
  }

  @Test func `the verb snapshot says that fewer moments were found than asked for`() throws {
    let stage = try ToolStage()
    let outcome = try stage.run(Self.words + ["--best=12", "-o", "out/a-%d.png"])
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.error.contains("12 moments asked for, 1 found"))
    #expect(try stage.folder.names(in: "out") == ["a-1.png"])
  }

  @Test(arguments: [["--at", "0"], ["--best"], ["--frame", "1"], ["--sheet", "2x1"]])
  func `the verb snapshot refuses a place for a number without a number`(more: [String]) throws {
    let stage = try ToolStage()
    let outcome = try stage.run(Self.words + more + ["-o", "out/a-%d.png"])
    try stage.expect(outcome, refusedWith: 64, saying: ["a place for a number", "--best 3"])
  }
}
