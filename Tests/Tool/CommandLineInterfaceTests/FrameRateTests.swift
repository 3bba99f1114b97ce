import Foundation
import Imaging
import TestSupport
import Testing

/// A clip at another rate, with faces placed between its own frames.
@Suite struct FrameRateTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private func makeSample() throws {
    try SmallSample.copy(to: "play", in: folder)
  }

  private func pictures(_ name: String, _ words: String...) throws -> [String: [UInt8]] {
    try pictures(name, words)
  }

  private func pictures(_ name: String, _ words: [String]) throws -> [String: [UInt8]] {
    try Program.product.succeed(
      ["render", "play", "--avatar", "dragon", "-o", "\(name)/%d.png"] + words, in: folder)
    var pictures: [String: [UInt8]] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path(name)) {
      pictures[file] = try folder.bytes("\(name)/\(file)")
    }
    return pictures
  }

  /// The clip has 30 frames a second.
  @Test func `every second frame of 60 a second is the clip's own`() throws {
    try makeSample()
    for name in ["own", "even", "part"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }
    let own = try pictures("own", "--frames", "30-49")
    let even = try pictures("even", "--frames", "30-49", "--fps", "60")
    #expect(own.count == 20 && even.count == 40)
    for frame in 30...49 { #expect(own["\(frame).png"] == even["\(2 * frame).png"], "\(frame)") }
    // Between two frames the face goes on: the picture behind is the first one's.
    let between = try PNG.decode(try #require(even["81.png"]))
    let (first, second) = try (
      PNG.decode(try #require(own["40.png"])), PNG.decode(try #require(own["41.png"]))
    )
    #expect(between != first && between != second)
    let part = try pictures("part", "--frames", "40-41", "--fps", "60")
    #expect(part.keys.sorted() == ["80.png", "81.png", "82.png", "83.png"])
    for (name, bytes) in part { #expect(even[name] == bytes, "\(name)") }
  }

  @Test func `a clip keeps its length and its sound`() throws {
    try makeSample()
    for container in ["mp4", "mkv"] { try checkTimes(container) }
  }

  private func checkTimes(_ container: String) throws {
    try Program.product.succeed(
      ["render", "play", "--avatar", "ox", "--fps", "60", "-o", "out.\(container)"]
        + ["--placements", "out.jsonl", "--overwrite"], in: folder)
    func probe(_ file: String, _ entries: String, _ stream: String) throws -> [Double] {
      let told = try Program.ffprobe.succeed(
        ["-v", "error", "-select_streams", stream, "-show_entries", entries]
          + ["-of", "csv=p=0", file], in: folder)
      return String(decoding: told, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap {
        Double($0.split(separator: ",").first ?? "")
      }
    }
    let clip = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder.path("play")).first {
        $0.hasPrefix("clip.") || $0.hasSuffix(".mp4")
      })
    let own = try probe("play/\(clip)", "packet=pts_time", "v:0").sorted()
    let times = try probe("out.\(container)", "packet=pts_time", "v:0").sorted()
    #expect(times.count == 2 * own.count)
    for (number, time) in times.enumerated() {
      #expect(abs(time - Double(number) / 60) < 0.0011, "\(number)")
    }
    let sound = try probe("play/\(clip)", "packet=pts_time", "a:0")
    #expect(try probe("out.\(container)", "packet=pts_time", "a:0").count == sound.count)
    // A line of placements a frame, 60 a second.
    let lines = String(decoding: try folder.bytes("out.jsonl"), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.count == times.count)
    #expect(lines[5].contains("\"frame\": 5, \"timestampMs\": 83.3"))
  }

  @Test func `live at the screen's rate shows an answer when it comes`() throws {
    try makeSample()
    for name in ["own", "live"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }
    // Answers are on the screen after 50 ms: half of a frame after the clip's own.
    let late = ["--frames", "30-49", "--replay", "live", "--inference-fps", "30"]
    let words = late + ["--latency-ms", "45", "--smoothing", "none"]
    let own = try pictures("own", words)
    let live = try pictures("live", words + ["--fps", "60"])
    #expect(live.count == 40)
    for frame in 30...49 { #expect(own["\(frame).png"] == live["\(2 * frame).png"], "\(frame)") }
    let moved = (30...49).count { live["\(2 * $0).png"] != live["\(2 * $0 + 1).png"] }
    // The tracker is busy for the next frame of each that it looks at.
    #expect((8...11).contains(moved), "\(moved)")
  }

  @Test func `a still has one frame whatever the rate`() throws {
    try SyntheticClip(width: 64, height: 48).makeStill("a.png", in: folder)
    for (name, rate) in [("own.mp4", []), ("even.mp4", ["--fps", "60"])] {
      try Program.product.succeed(
        ["render", "a.png", "--avatar", "none", "-o", name] + rate, in: folder)
    }
    #expect(try folder.bytes("own.mp4") == folder.bytes("even.mp4"))
  }

  @Test(arguments: ["0.5", "241", "fast"])
  func `a rate out of range is refused`(rate: String) throws {
    try makeSample()
    let outcome = try Program.product.run(
      ["render", "play", "--avatar", "none", "--fps", rate, "-o", "x.mp4"], in: folder)
    #expect(outcome.exitCode == 64 && outcome.error.contains("--fps"), "\(outcome.error)")
  }
}
