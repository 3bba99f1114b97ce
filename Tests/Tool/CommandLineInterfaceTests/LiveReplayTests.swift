import Foundation
import Imaging
import TestSupport
import Testing

/// What an app showed while the camera ran, against the same placements known afterwards.
@Suite struct LiveReplayTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// The sample's visit, small.
  private func makeSample() throws {
    try SmallSample.copy(to: "play", in: folder)
  }

  /// The corners of every layer, a list a frame.
  private func corners(_ words: String...) throws -> [String] {
    try Program.product.succeed(
      ["render", "play", "--avatar", "dragon", "--new-faces", "show", "--smoothing", "none"]
        + ["--frames", "0-89", "-o", "out.mkv", "--placements", "out.jsonl", "--overwrite"] + words,
      in: folder)
    return String(decoding: try folder.bytes("out.jsonl"), as: UTF8.self)
      .split(separator: "\n").map { line in
        line.split(separator: "\"placements\":", maxSplits: 1).last.map(String.init) ?? ""
      }
  }

  @Test func `live with a delay of three frames is the ideal three frames ago`() throws {
    try makeSample()
    let ideal = try corners()
    let fast = ["--inference-fps", "240", "--display-fps", "240", "--drop", "none"]
    let now = try corners(
      "--replay", "live", "--latency-ms", "0", fast[0], fast[1], fast[2], fast[3])
    #expect(now == ideal)
    // A fast tracker that takes pictures while it answers others: each answer is 100 ms late, but for
    // the queue, in which they wait for each other; so one in three is looked at.
    let late = try corners(
      "--replay", "live", "--latency-ms", "100", "--inference-fps", "240", "--display-fps", "240")
    for frame in 3..<90 { #expect(late[frame] == ideal[frame - 3 - frame % 3], "frame \(frame)") }
    // Before the first answer there is no face.
    for frame in 0..<3 { #expect(!late[frame].contains("corners")) }
  }

  @Test func `side by side the halves are those of two renders`() throws {
    func picture(_ name: String, _ words: String...) throws -> StraightRGBA8 {
      try Program.product.succeed(
        ["render", "play", "--avatar", "dragon", "--frames", "45-46", "-o", "\(name)-%d.png"]
          + words, in: folder)
      return try PNG.decode(folder.bytes("\(name)-46.png"))
    }
    try makeSample()
    let both = try picture("both", "--replay", "both", "--latency-ms", "90")
    let halves = [
      try picture("live", "--replay", "live", "--latency-ms", "90"), try picture("ideal"),
    ]
    // A line that is as wide as a half in 50 letters is 8 pixels high, and has nothing above it.
    #expect(both.width == 256 && both.height == 80)
    for (column, half) in zip([0, 128], halves) {
      for row in 0..<72 {
        let first = 4 * (row * both.width + column)
        let line = Array(both.bytes[first..<(first + 4 * 128)])
        #expect(line == Array(half.bytes[(4 * row * 128)..<(4 * (row + 1) * 128)]), "row \(row)")
      }
    }
    #expect(halves[0] != halves[1])
    // A part has the figures of the whole.
    try Program.product.succeed(
      ["render", "play", "--avatar", "dragon", "--frames", "46-46", "-o", "one-%d.png"]
        + ["--replay", "both", "--latency-ms", "90"], in: folder)
    #expect(try folder.bytes("one-46.png") == folder.bytes("both-46.png"))
    // As a clip, with the sound and times of the clip.
    try Program.product.succeed(
      ["render", "play", "--avatar", "none", "--replay", "both", "-o", "both.mp4"], in: folder)
    let told = try Program.ffprobe.succeed(
      ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", "both.mp4"],
      in: folder)
    #expect(String(decoding: told, as: UTF8.self) == "256,80\n")
  }

  /// Upright halves are narrow, so that the letters of the line are small.
  @Test(arguments: ["360x640", "640x360"])
  func `the line below both has no empty one above it`(size: String) throws {
    try makeSample()
    try Program.product.succeed(
      ["render", "play", "--avatar", "none", "--replay", "both", "--size", size, "--fit", "cover"]
        + ["--frames", "45-45", "-o", "foot-%d.png"], in: folder)
    let picture = try PNG.decode(folder.bytes("foot-45.png"))
    let foot = try #require(size.split(separator: "x").last.flatMap { Int($0) })..<picture.height
    let rows = foot.filter { y in
      (0..<picture.width).contains { picture[$0, y].green > 120 }
    }
    // Less than the height of a letter is free, above and below.
    let (first, last) = (try #require(rows.first), try #require(rows.last))
    #expect(first - foot.lowerBound <= last - first && foot.upperBound - last <= last - first)
  }

  @Test func `options of live replay without it are refused by name`() throws {
    for option in [["--latency-ms", "50"], ["--between", "extrapolate"]] {
      let outcome = try Program.product.run(
        ["render", "play", "--avatar", "none", "-o", "x.mp4"] + option, in: folder)
      #expect(outcome.exitCode == 64 && outcome.error.contains("--replay"), "\(outcome.error)")
    }
    for option in [
      ["--latency-ms", "5001"], ["--latency-ms", "-1"], ["--inference-fps", "0.5"],
      ["--display-fps", "241"], ["--drop", "early"],
    ] {
      let outcome = try Program.product.run(
        ["render", "play", "--avatar", "none", "--replay", "live", "-o", "x.mp4"] + option,
        in: folder)
      #expect(outcome.exitCode == 64, "\(option): \(outcome.error)")
    }
  }
}
