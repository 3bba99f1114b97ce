import Foundation
import Geometry
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// What a file says of the tracker that made it, and of frames that it gave no answer for.
@Suite struct TrackerNoteTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private static let hash = String(repeating: "0123456789abcdef", count: 4)

  private func header(_ more: String) throws -> TrackingHeader {
    let start = Text.header.dropLast()
    return try TrackingReader(path: scratch.file("\(start), \(more)}\n\(Text.sample(0))\n")).header
  }

  @Test func `a note is written as the format has it, and what is used of it is read`() throws {
    var header = TrackingHeader(size: PixelSize(clamping: 100, 200))
    header.clipSHA256 = Self.hash
    let note = TrackerNote(
      name: "a \"tracker\"", version: "1.2.2",
      options: [
        .init("numFaces", .whole(2)), .init("confidence", .number(0.25)), .init("on", .flag(true)),
        .init("mode", .text("video")), .init("list", .texts(["A", "B\n"])),
      ], models: [.init(task: "face", sha256: Self.hash)], isSmoothed: true)
    let path = scratch.path("t.jsonl")
    let writer = try TrackingWriter(path: path, header: header, video: "clip.mp4", tracker: note)
    try writer.write(TrackingSample(timestampMs: 0, failure: "no \"answer\" 没有"))
    try writer.finish()
    let reader = try TrackingReader(path: path)
    #expect(reader.header.isSmoothed == true && reader.header.clipSHA256 == Self.hash)
    #expect(try reader.next()?.failure == "no \"answer\" 没有")
    #expect(reader.unknownKeys.isEmpty)
    // Foundation's own reader of JSON.
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let tracker = try #require(object["tracker"] as? [String: Any])
    let options = try #require(tracker["options"] as? [String: Any])
    #expect(options["numFaces"] as? Int == 2 && options["confidence"] as? Double == 0.25)
    #expect(options["on"] as? Bool == true && options["list"] as? [String] == ["A", "B\n"])
    #expect((tracker["models"] as? [String: String]) == ["face": "sha256 \(Self.hash)"])
    #expect((object["source"] as? [String: String])?["sha256"] == Self.hash)
  }

  @Test func `a header may say less, or other things`() throws {
    #expect(try header(#""source": "clip.mp4", "tracker": "mine""#).clipSHA256 == nil)
    #expect(try header(#""tracker": {"name": "mine", "options": {"a": [1]}}"#).isSmoothed == nil)
    #expect(try header(#""tracker": {"smoothed": false}"#).isSmoothed == false)
    #expect(try header(#""source": {"sha256": "no hash"}"#).clipSHA256 == nil)
    let capitals = Self.hash.uppercased()
    #expect(try header(#""source": {"sha256": "\#(capitals)"}"#).clipSHA256 == Self.hash)
  }

  @Test(arguments: [
    #""source": {"sha256": 5}"#, #""tracker": {"smoothed": "yes"}"#,
    #""tracker": {"smoothed": true, "smoothed": true}"#,
  ])
  func `a header that says nonsense is a fault`(more: String) throws {
    #expect(throws: TrackingFault.self) { try header(more) }
  }

  @Test func `a reason is a text of any length, of which the beginning is kept`() throws {
    let long = String(repeating: "没", count: 100)
    let samples = #"{"timestampMs": 0, "failed": "\#(long)"}"#
    let reader = try TrackingReader(path: scratch.file(Text.file(samples)))
    // 127 bytes hold 42 characters of three.
    #expect(try reader.next()?.failure == String(repeating: "没", count: 42))
    let wrong = try TrackingReader(
      path: scratch.file(Text.file(#"{"timestampMs": 0, "failed": 5}"#)))
    #expect(throws: TrackingFault.self) { try wrong.next() }
  }

  @Test func `what is packed by zstd, zstd unpacks`() throws {
    let header = TrackingHeader(size: PixelSize(clamping: 100, 200))
    for (name, count) in [("p.jsonl", 3000), ("p.jsonl.zst", 3000)] {
      let writer = try TrackingWriter(path: scratch.path(name), header: header)
      for time in 0..<count { try writer.write(TrackingSample(timestampMs: Double(time))) }
      try writer.finish()
    }
    let unpacked = try Program(named: "zstd").succeed(["-dcq", scratch.path("p.jsonl.zst")])
    #expect([UInt8](unpacked) == (try scratch.bytes("p.jsonl")))
  }
}
