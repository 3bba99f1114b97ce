import Digests
import Foundation
import TestSupport
import Testing

/// Part data that somebody wrote by hand, with the hash that belongs to it.
@Suite struct EditedPartTests {
  /// Makes all parts, changes the data of one, and gives it the right hash.
  private func stage(
    _ options: [String] = [], to output: String = "joined.mp4", part: Int = 1,
    change: (inout [UInt8]) throws -> Void
  ) throws -> PartsStage {
    let stage = try PartsStage(frames: 20)
    try stage.plan(options, to: output, parts: 2)
    for part in 0..<2 { try stage.succeed(["part", "plan.json", "\(part)", "--store", "store"]) }
    let (data, receipt) = try (stage.file(part, "data"), stage.file(part, "json"))
    var bytes = try stage.folder.bytes(data)
    let old = SHA256.hex(of: bytes)
    let size = bytes.count
    try change(&bytes)
    try stage.folder.write(bytes, to: data)
    let text = String(decoding: try stage.folder.bytes(receipt), as: UTF8.self)
    try #require(text.contains(old))
    try stage.folder.write(
      text.replacing(old, with: SHA256.hex(of: bytes))
        .replacing("\"bytes\": \(size)", with: "\"bytes\": \(bytes.count)"), to: receipt)
    return stage
  }

  /// Where the first record begins: behind the mark, and a header behind its length.
  private func firstRecord(_ bytes: [UInt8]) -> Int {
    12 + bytes[8..<12].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Joining is refused, in a line and at once, and nothing is there.
  private func expectRefused(_ stage: PartsStage, _ output: String = "joined.mp4") throws {
    let outcome = try stage.run(["join", "plan.json", "--store", "store"])
    #expect(outcome.exitCode == 74, "\(outcome.error)")
    #expect(outcome.error.contains("damaged"), "\(outcome.error)")
    let names = try stage.folder.names()
    #expect(!names.contains(output) && !names.contains { $0.hasSuffix(".partial") })
  }

  @Test(arguments: [0x2000, 0x2, 0x40000000, -1])
  func `marks that no encoder gives are refused`(flags: Int) throws {
    let stage = try stage { bytes in
      let place = firstRecord(bytes) + 1 + 24
      withUnsafeBytes(of: Int32(truncatingIfNeeded: flags).littleEndian) {
        bytes.replaceSubrange(place..<place + 4, with: $0)
      }
    }
    try expectRefused(stage)
  }

  @Test(arguments: [100, Int64.max, Int64.min, 1 << 53])
  func `other times are refused`(shift: Int64) throws {
    let stage = try stage { bytes in
      let place = firstRecord(bytes) + 1
      let time = bytes[place..<place + 8].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
      withUnsafeBytes(of: (time &+ shift).littleEndian) {
        bytes.replaceSubrange(place..<place + 8, with: $0)
      }
    }
    try expectRefused(stage)
  }

  @Test func `fewer packets are refused`() throws {
    let stage = try stage { bytes in
      // The mark of the end where the first packet was, and no packets.
      bytes = Array(bytes.prefix(firstRecord(bytes))) + [0] + [UInt8](repeating: 0, count: 8)
    }
    try expectRefused(stage)
  }

  @Test func `another header is refused`() throws {
    let stage = try stage(part: 0) { bytes in
      let header = String(decoding: bytes[12..<firstRecord(bytes)], as: UTF8.self)
      let other = header.replacing(/"timeBase":\[\d+,\d+\]/, with: "\"timeBase\":[1,25]")
      try #require(other != header)
      let length = withUnsafeBytes(of: UInt32(other.utf8.count).littleEndian) { Array($0) }
      bytes = bytes[..<8] + length + Array(other.utf8) + bytes[firstRecord(bytes)...]
    }
    try expectRefused(stage)
  }

  @Test(arguments: [77, -5, Int64.max])
  func `pictures of other numbers are refused`(number: Int64) throws {
    let stage = try stage(to: "%03d.png") { bytes in
      let place = firstRecord(bytes) + 1
      withUnsafeBytes(of: number.littleEndian) {
        bytes.replaceSubrange(place..<place + 8, with: $0)
      }
    }
    try expectRefused(stage, "000.png")
    #expect(try !stage.folder.names().contains { $0.hasSuffix(".png") })
  }

  @Test func `what is no picture is refused`() throws {
    let stage = try stage(to: "%03d.png") { bytes in
      let place = firstRecord(bytes) + 1 + 8 + 4
      bytes.replaceSubrange(place..<place + 5, with: Array("hello".utf8))
    }
    try expectRefused(stage, "000.png")
  }

  @Test func `random bytes are refused and end nothing`() throws {
    var random = SplitMix64(state: 7)
    for _ in 0..<12 {
      let stage = try stage { bytes in
        for _ in 0..<3 {
          let place = Int(random.next() % UInt64(min(bytes.count, 700)))
          bytes[place] = UInt8(truncatingIfNeeded: random.next())
        }
      }
      let outcome = try stage.run(["join", "plan.json", "--store", "store"])
      // Bytes of a compressed picture may be others, which only a decoder sees.
      #expect([0, 73, 74].contains(outcome.exitCode), "\(outcome.error)")
    }
  }
}
