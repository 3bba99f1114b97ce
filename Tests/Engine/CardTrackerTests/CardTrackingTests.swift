import Foundation
import TestSupport
import Testing

/// Clips that the project draws itself, whose cards are known exactly, tracked by the real program.
///
/// The whole set, with the figures that are promised, is a release check.
@Suite struct CardTrackingTests {
  private let scratch: ScratchFolder
  private static let root = SharedData.packageRoot

  init() throws { scratch = try ScratchFolder() }

  private func track(_ clip: String, to output: String, _ options: [String] = []) throws
    -> Program.Outcome
  {
    try Program.product.run(
      [
        "track", clip, "--detect-cards", Self.root.appending(path: "Scenes").path, "--no-faces",
        "--progress", "none", "-o", output,
      ] + options)
  }

  /// The short clips; drawing one takes five seconds of a processor.
  private static let clips = Thorough.cases(
    ["moved", "small64", "swapped", "no-card-1", "tilted60", "twins"], sample: 4)

  @Test func `the short clips are tracked as exactly as is promised, twice alike`() throws {
    let clips = scratch.path("clips")
    let made = try Program.python.run([
      Self.root.appending(path: "Benchmarks/Cards/make_clips.py").path, clips, "--quick", "--only",
      Self.clips.joined(separator: ","),
    ])
    try #require(made.exitCode == 0, "\(made.error)")
    let names = try FileManager.default.contentsOfDirectory(atPath: clips)
      .filter { $0.hasSuffix(".mp4") }.map { ($0 as NSString).deletingPathExtension }.sorted()
    try #require(names == Self.clips.sorted())
    let tracks = scratch.path("tracks")
    try FileManager.default.createDirectory(atPath: tracks, withIntermediateDirectories: true)
    for name in names {
      let outcome = try track("\(clips)/\(name).mp4", to: "\(tracks)/\(name).jsonl")
      #expect(outcome.exitCode == 0, "\(outcome.error)")
    }
    let judged = try Program.python.run([
      Self.root.appending(path: "Benchmarks/Cards/judge.py").path, clips, tracks,
    ])
    #expect(judged.exitCode == 0, "\(judged.error)")
    let missed = judged.text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("MISS") }
    #expect(missed == [], "\(judged.text)")
    #expect(judged.text.contains("PASS corner error, mean"))

    let again = scratch.path("again.jsonl")
    _ = try track("\(clips)/\(names[0]).mp4", to: again)
    #expect(
      try Data(contentsOf: URL(filePath: again))
        == Data(contentsOf: URL(filePath: "\(tracks)/\(names[0]).jsonl")))

    // What was tracked is read without a fault, and drawn.
    let inspected = try Program.product.run([
      "inspect", "\(clips)/\(names[0]).mp4", "--tracking", "\(tracks)/\(names[0]).jsonl",
    ])
    #expect(inspected.text.contains("1 id, 105.0 mm wide"))
    let picture = scratch.path("frame.png")
    let drawn = try Program.product.run([
      "snapshot", "\(clips)/\(names[0]).mp4", "--tracking", "\(tracks)/\(names[0]).jsonl",
      "--avatar", "none", "--annotate", "cards", "--at", "0.2", "-o", picture,
    ])
    #expect(drawn.exitCode == 0, "\(drawn.error)")
    #expect(FileManager.default.fileExists(atPath: picture))
  }

  @Test func `a clip alone is rendered with its cards as if it had been tracked first`() throws {
    let clips = scratch.path("clips")
    let made = try Program.python.run([
      Self.root.appending(path: "Benchmarks/Cards/make_clips.py").path, clips, "--quick", "--only",
      "moved",
    ])
    try #require(made.exitCode == 0, "\(made.error)")
    let (clip, cards) = ("\(clips)/moved.mp4", Self.root.appending(path: "Scenes").path)
    let tracked = scratch.path("moved.jsonl")
    try #require(try track(clip, to: tracked).exitCode == 0)

    func make(_ verb: String, _ options: [String], to output: String) throws -> String {
      let outcome = try Program.product.run(
        [verb, clip, "--avatar", "none", "--annotate", "cards", "-o", scratch.path(output)]
          + options + (verb == "render" ? ["--progress", "none"] : []))
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      return outcome.error
    }
    let cache = ["--cache", scratch.path("cache")]
    let alone = ["--detect-cards", cards] + cache
    _ = try make("render", ["--tracking", tracked], to: "first.mp4")
    // Faces are not asked for, so that MediaPipe is not needed.
    let said = try make("render", alone, to: "alone.mp4")
    #expect(said.contains("tracked: 20 frames of 20 tracked, printed pictures: "), "\(said)")
    #expect(try scratch.bytes("alone.mp4") == scratch.bytes("first.mp4"))
    #expect(try make("render", alone, to: "again.mp4").contains("of an earlier run"))
    #expect(try scratch.bytes("again.mp4") == scratch.bytes("first.mp4"))
    let time = ["--at", "0.3"]
    _ = try make("snapshot", ["--tracking", tracked] + time, to: "first.png")
    _ = try make("snapshot", alone + time, to: "alone.png")
    #expect(try scratch.bytes("alone.png") == scratch.bytes("first.png"))

    // Other pictures, and prints of another width, are another entry of the cache.
    #expect(try scratch.names(in: "cache").count == 1)
    let card = try Data(contentsOf: URL(filePath: "\(cards)/start-of-spring/card.png"))
    try scratch.write(card, to: "other/card.png")
    for width in [105, 90] {
      try scratch.write(
        #"{"version": 1, "pictures": [{"name": "mine", "image": "card.png", "widthMm": \#(width)}]}"#,
        to: "other/pictures.json")
      _ = try make(
        "snapshot", ["--detect-cards", scratch.path("other"), "--no-faces"] + cache,
        to: "other-\(width).png")
    }
    #expect(try scratch.names(in: "cache").count == 3)
  }

  @Test func `cards are looked for in a clip alone, and what cannot be had is said`() throws {
    let clip = try scratch.write("a clip", to: "a.mp4")
    let tracking = try scratch.write("{}", to: "a.jsonl")
    let output = ["--avatar", "none", "-o", scratch.path("out.mp4")]
    let cards = ["--detect-cards", scratch.path("none")]
    let refused = try Program.product.run(["render", clip] + cards + output)
    #expect(refused.exitCode == 64 && refused.errorLines.count == 1, "\(refused.error)")
    for word in ["--detect-cards", tracking, "is tracked already", "leave it out"] {
      #expect(refused.error.contains(word), "\(refused.error)")
    }
    let named = try Program.product.run(
      ["render", "--video", clip, "--tracking", tracking] + cards + output)
    #expect(named.exitCode == 64 && named.error.contains("is tracked already"), "\(named.error)")
    try FileManager.default.removeItem(atPath: tracking)
    let missing = try Program.product.run(["render", clip] + cards + output)
    #expect(missing.exitCode == 66 && missing.error.contains("there is no such folder"))
    let alone = try Program.product.run(["render", clip, "--no-faces"] + output)
    #expect(
      alone.exitCode == 64 && alone.error.contains("--no-faces is for --detect-cards; add it"),
      "\(alone.error)")
  }

  @Test func `options that do not go together, or have no folder, are said`() throws {
    let output = scratch.path("a.jsonl")
    let alone = try Program.product.run(["track", "x.mp4", "--no-faces", "-o", output])
    #expect(alone.exitCode == 64 && alone.error.contains("--detect-cards DIR"))
    let resumed = try track("x.mp4", to: output, ["--resume"])
    #expect(resumed.exitCode == 64 && resumed.error.contains("exclude each other"))
    for (option, value) in [
      ("--detect-score", "0.1"), ("--detect-every", "0"), ("--detect-reset-ms", "-1"),
      ("--camera-fov", "200"), ("--detect-mirroring", "maybe"),
    ] {
      let outcome = try track("x.mp4", to: output, [option, value])
      #expect(outcome.exitCode == 64 && outcome.error.contains(option), "\(outcome.error)")
    }
  }

  @Test func `a clip of one frame, and one without a card, are tracked`() throws {
    let clip = scratch.path("grey.mp4")
    _ = try Program.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "color=gray:size=64x48:rate=30", "-frames:v", "1", clip,
    ])
    let output = scratch.path("grey.jsonl")
    let outcome = try track(clip, to: output)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.error.contains("no printed pictures"))
    let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 2 && !lines[1].contains("images"))
    #expect(lines[0].contains("\"verticalFieldOfViewDegrees\":63"))
  }
}
