import Foundation
import Imaging
import TestSupport
import Testing

/// A clip at another rate, with faces placed between its own frames.
@Suite struct FrameRateTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try Program.product.succeed(["sample", "--size", "128x72", "-o", "play"], in: folder)
  }

  private func pictures(_ name: String, _ words: String...) throws -> [String: [UInt8]] {
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

  @Test(arguments: ["mp4", "mkv", "mov"])
  func `a clip keeps its length and its sound`(container: String) throws {
    try Program.product.succeed(
      ["render", "play", "--avatar", "ox", "--fps", "60", "-o", "out.\(container)"]
        + ["--placements", "out.jsonl"], in: folder)
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
    try FileManager.default.createDirectory(
      atPath: folder.path("live"), withIntermediateDirectories: true)
    let live = try pictures(
      "live", "--frames", "30-39", "--fps", "60", "--replay", "live", "--inference-fps", "30")
    #expect(live.count == 20)
  }

  @Test(arguments: ["0.5", "241", "fast"])
  func `a rate out of range is refused`(rate: String) throws {
    let outcome = try Program.product.run(
      ["render", "play", "--avatar", "none", "--fps", rate, "-o", "x.mp4"], in: folder)
    #expect(outcome.exitCode == 64 && outcome.error.contains("--fps"), "\(outcome.error)")
  }
}
