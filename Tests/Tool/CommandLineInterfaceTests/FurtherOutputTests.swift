import Foundation
import Imaging
import TestSupport
import Testing

/// The poster and the captions that `render` writes beside a clip.
@Suite struct FurtherOutputTests {
  @Test func `a poster is the still of its second, in the format of its name`() throws {
    let stage = try ToolStage()
    let outcome = try stage.render(
      "out/x.mp4", "--poster", "out/x.png", "--poster-at", "0.1")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.error.contains("out/x.png shows frame 2"), "\(outcome.error)")
    #expect(
      try stage.run("snapshot", "in.mkv", "--avatar", "mask", "--at", "0.1", "-o", "out/s.png")
        .exitCode == 0)
    let poster = try PNG.decode(try stage.folder.bytes("out/x.png"))
    #expect(poster == (try PNG.decode(try stage.folder.bytes("out/s.png"))))
    for format in ["jpg", "webp", "avif", "jxl"] {
      #expect(
        try stage.render("out/\(format).mp4", "--poster", "out/p.\(format)").exitCode == 0)
      #expect(try !stage.folder.bytes("out/p.\(format)").isEmpty)
    }
  }

  @Test func `a poster without a second is the best frame to share`() throws {
    let stage = try ToolStage()
    #expect(try stage.render("out/x.gif", "--poster", "out/x.png").exitCode == 0)
    #expect(
      try stage.run("snapshot", "in.mkv", "--avatar", "mask", "--best", "-o", "out/s.png").exitCode
        == 0)
    #expect(
      try PNG.decode(try stage.folder.bytes("out/x.png"))
        == PNG.decode(try stage.folder.bytes("out/s.png")))
  }

  @Test func `what is wrong with a poster is known before the clip is made`() throws {
    let stage = try ToolStage()
    try stage.folder.write("precious", to: "out/old.png")
    for (words, code, said) in [
      (["--poster", "out/p.bmp"], 64, ["out/p.bmp", ".avif"]),
      (["--poster-at", "1"], 64, ["--poster-at", "--poster"]),
      (["--poster", "out/x.mp4"], 64, ["out/x.mp4"]),
      (["--poster", "out/old.png"], 73, ["out/old.png", "exists"]),
      (["--poster", "none/p.png"], 73, ["none"]),
      (["--poster", "out/p.png", "--poster-at", "99"], 65, ["no frame"]),
      (["--placements", "./out/x.mp4"], 64, ["--placements", "--output"]),
      (["--poster", "out/p.png", "--captions", "./out/p.png"], 64, ["--captions", "--poster"]),
      (["--events", "out/e.vtt", "--captions", "out/e.vtt"], 64, ["--events", "--captions"]),
      (["--captions", "out/old.png"], 73, ["out/old.png", "exists"]),
    ] as [([String], Int32, [String])] {
      try stage.expect(
        stage.run(["render", "in.mkv", "--avatar", "mask", "-o", "out/x.mp4"] + words),
        refusedWith: code, saying: said, leaving: ["old.png"])
    }
    try stage.expect(
      stage.run("plan", "in.mkv", "--avatar", "mask", "-o", "out/x.mp4", "--poster", "out/p.png"),
      refusedWith: 64, saying: ["--poster"], leaving: ["old.png"])
  }

  /// Start, end and text of each cue, in milliseconds, as FFmpeg's tool reads them.
  private func cues(
    _ name: String, in folder: ScratchFolder
  ) throws -> [(startMs: Double, endMs: Double)] {
    let told = try Program.ffprobe.succeed(
      [
        "-v", "error", "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0",
        folder.path(name),
      ], in: folder)
    return String(decoding: told, as: UTF8.self).split(separator: "\n").compactMap { line in
      let values = line.split(separator: ",").compactMap { Double($0) }
      return values.count == 2
        ? ((values[0] * 1000).rounded(), ((values[0] + values[1]) * 1000).rounded()) : nil
    }
  }

  @Test func `captions of a session are on the clock of the clip that is written`() throws {
    let folder = try ScratchFolder()
    try SmallSample.copy(to: "play", in: folder)
    func render(_ words: String...) throws -> Program.Outcome {
      try Program.product.run(
        ["render", "play", "--avatar", "none", "--progress", "none"] + words, in: folder)
    }
    let whole = try render("-o", "x.mp4", "--captions", "x.vtt", "--events", "e.jsonl")
    #expect(whole.exitCode == 0, "\(whole.error)")
    let text = String(decoding: try folder.bytes("x.vtt"), as: UTF8.self)
    #expect(text.hasPrefix("WEBVTT\nLanguage: en\n\n00:00:00.000 --> "))
    let cues = try cues("x.vtt", in: folder)
    #expect(cues.count >= 3)
    // States of the log begin cues, at the first frame that shows them.
    let log = String(decoding: try folder.bytes("e.jsonl"), as: UTF8.self)
    let states = log.split(separator: "\n").compactMap { line -> Double? in
      guard
        let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        event["event"] as? String == "state"
      else { return nil }
      return (event["timestampMs"] as? NSNumber)?.doubleValue
    }
    let change = try #require(states.first { $0 > 500 })
    #expect(cues.contains { $0.startMs >= change - 0.5 && $0.startMs <= change + 34 })
    #expect(cues.allSatisfy { $0.endMs > $0.startMs })
    // Without a session's files, the HUD shows the game's own.
    let part = try render(
      "-o", "y.mp4", "--captions", "y.vtt", "--start", "2", "--end", "4", "--language", "de",
      "--annotate", "hud")
    #expect(part.exitCode == 0, "\(part.error)")
    let german = String(decoding: try folder.bytes("y.vtt"), as: UTF8.self)
    #expect(german.hasPrefix("WEBVTT\nLanguage: de\n\n00:00:00.000 --> "))
    #expect(try self.cues("y.vtt", in: folder).allSatisfy { $0.endMs <= 2040 })
  }

  @Test func `captions of a clip in which nothing is said are empty, and a note tells it`() throws {
    let stage = try ToolStage()
    let outcome = try stage.render("out/x.mp4", "--captions", "out/x.vtt")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.error.contains("out/x.vtt is empty"), "\(outcome.error)")
    #expect(try stage.folder.bytes("out/x.vtt") == Array("WEBVTT\nLanguage: en\n".utf8))
    #expect(try cues("out/x.vtt", in: stage.folder).isEmpty)
  }
}
