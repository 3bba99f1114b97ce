import Foundation
import Synchronization
import TestSupport
import Testing

/// What the reader has made before the examples: made once, small, and linked into each folder.
enum StandIns {
  /// The folder that all others take their files from.
  static let made = Result { try make() }

  /// The sample's size here: a part in 64 of the pixels, and the same times and faces.
  static let sampleSize = "160x90"

  private static func make() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    leftBehind.withLock { $0 = folder.url.path }
    atexit { leftBehind.withLock { _ = try? FileManager.default.removeItem(atPath: $0) } }
    for name in ["Avatars", "Cards", "Scenes", "Scale"] {
      try FileManager.default.copyItem(
        at: SharedData.packageRoot.appending(path: name), to: folder.url.appending(path: name))
    }
    for scene in ["rain-water", "start-of-spring"] {
      try folder.folder("my-cards")
      try FileManager.default.copyItem(
        at: folder.url.appending(path: "Scenes/\(scene)"),
        to: folder.url.appending(path: "my-cards/\(scene)"))
    }
    for (story, name) in [("visit", "sample"), ("brushing", "brushing")] {
      try Program.product.succeed(
        ["sample", "--story", story, "-o", "demo/\(name)", "--size", sampleSize]
          + ["--progress", "none"], in: folder)
    }
    try shorten("demo/sample", in: folder)
    // Two builds that render alike, and two pictures that differ.
    for name in ["old", "new"] {
      try Program.product.succeed(
        ["render", "demo/sample", "--avatar", "dragon", "--frames", "0-9", "-o", "\(name).mp4"]
          + ["--placements", "\(name).jsonl", "--progress", "none"], in: folder)
    }
    for (name, avatar) in [("yesterday", "dragon"), ("today", "ox"), ("same", "dragon")] {
      try Program.product.succeed(
        ["snapshot", "demo/sample", "--avatar", avatar, "-o", "\(name).png"]
          + ["--placements", "\(name).jsonl"], in: folder)
    }
    let figures = try Program.product.succeed(
      ["align", "demo/sample", "--avatar", "dragon", "--json"], in: folder)
    try folder.write(figures, to: "yesterday.json")
    let tutorial = try Document("Documentation/golden-suites.md")
    let suite = tutorial.blocks.first { $0.text.contains("golden-suite/1") }
    try folder.write(suite?.text ?? "", to: "Golden/golden.json")
    let labels = try Document("Documentation/session.md").blocks
      .first { $0.text.contains("avatar-session-labels/1") }
    try folder.write(labels?.text ?? "", to: "labels.json")
    let cues = try Document("Documentation/scenes.md").blocks.first {
      $0.text.hasPrefix("{\"timestampMs\"")
    }
    try folder.write(cues?.text ?? "", to: "taps.jsonl")
    let profile = try Document("Documentation/fit-profiles.md").blocks.first {
      $0.text.contains("avatar-fit/1")
    }
    try folder.write(profile?.text ?? "", to: "fit.json")
    try folder.write("LUT_1D_SIZE 2\n0.05 0 0\n1 0.95 0.85\n", to: "warm.cube")
    return folder
  }

  /// The seconds of the sample that examples look at; the rest would be rendered by each of them.
  private static let sampleSeconds = 7.8

  /// Cuts a recording to its beginning.
  private static func shorten(_ recording: String, in folder: ScratchFolder) throws {
    try Program.product.succeed(
      ["render", recording, "--avatar", "none", "--end", "\(sampleSeconds)", "-o", "cut.mp4"]
        + ["--progress", "none"], in: folder)
    let files = FileManager.default
    let clip = folder.path("\(recording)/clip.mp4")
    try files.removeItem(atPath: clip)
    try files.moveItem(atPath: folder.path("cut.mp4"), toPath: clip)
    let tracking = String(
      decoding: try folder.bytes("\(recording)/tracking.jsonl"), as: UTF8.self)
    let lines = tracking.split(separator: "\n")
    let kept = lines.prefix { line in
      guard let time = line.firstMatch(of: /^{"timestampMs":([0-9.]+)/) else { return true }
      return (Double(time.1) ?? 0) < sampleSeconds * 1000
    }
    try folder.write(kept.joined(separator: "\n") + "\n", to: "\(recording)/tracking.jsonl")
  }

  /// Where a file of the reader's folder comes from; the same by its own name.
  static let sources: [(name: String, source: String)] =
    [
      ("demo/sample", "demo/sample"), ("demo/brushing", "demo/brushing"),
      ("demo/labels.json", "labels.json"),
      ("recordings/head", "demo/sample"),
      ("recording", "demo/sample"), ("clip.mp4", "demo/sample/clip.mp4"),
      ("holiday.mp4", "demo/sample/clip.mp4"), ("clip.jsonl", "demo/sample/tracking.jsonl"),
      ("golden/1.png", "yesterday.png"),
      ("frames/1.png", "same.png"), ("my-card", "Cards/plain"), ("my-avatar", "Avatars/ox"),
      ("my-cards", "my-cards"),
    ]
    + [
      "Avatars", "Cards", "Scenes", "Scale", "Golden", "old.mp4", "old.jsonl", "new.mp4",
      "new.jsonl", "taps.jsonl",
      "fit.json", "warm.cube", "yesterday.png", "today.png", "yesterday.json", "yesterday.jsonl",
    ].map { ($0, $0) }
}

private let leftBehind = Mutex("")
