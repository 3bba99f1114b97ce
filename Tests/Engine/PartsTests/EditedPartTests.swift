import Digests
import Foundation
import TestSupport
import Testing

/// Part data that was written by hand, with the hash that belongs to it.
@Suite struct EditedPartTests {
  /// Makes all parts, of which `change` then gives one other data.
  private func stage(
    _ options: [String] = [], to output: String = "joined.mp4"
  ) throws -> PartsStage {
    let stage = try PartsStage(frames: 20)
    try stage.plan(options, to: output, parts: 2)
    for part in 0..<2 { try stage.succeed(["part", "plan.json", "\(part)", "--store", "store"]) }
    return stage
  }

  /// Changes the data of a part, gives it the right hash, and puts back what was there when done.
  private func changing(
    _ stage: PartsStage, part: Int = 1, by change: (inout [UInt8]) throws -> Void,
    whileSo body: () throws -> Void
  ) throws {
    let (data, receipt) = try (stage.file(part, "data"), stage.file(part, "json"))
    let (whole, told) = try (stage.folder.bytes(data), stage.folder.bytes(receipt))
    var bytes = whole
    try change(&bytes)
    try stage.folder.write(bytes, to: data)
    let text = String(decoding: told, as: UTF8.self)
    let old = SHA256.hex(of: whole)
    try #require(text.contains(old))
    try stage.folder.write(
      text.replacing(old, with: SHA256.hex(of: bytes))
        .replacing("\"bytes\": \(whole.count)", with: "\"bytes\": \(bytes.count)"), to: receipt)
    try body()
    try stage.folder.write(whole, to: data)
    try stage.folder.write(told, to: receipt)
  }

  /// Where the first record begins: behind the mark, and a header behind its length.
  private func firstRecord(_ bytes: [UInt8]) -> Int {
    12 + bytes[8..<12].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Joining is refused, in a line and at once, and nothing is there.
  private func expectRefused(_ stage: PartsStage, _ change: String) throws {
    let outcome = try stage.run(["join", "plan.json", "--store", "store"])
    #expect(outcome.exitCode == 74, "\(change): \(outcome.error)")
    #expect(outcome.error.contains("damaged"), "\(change): \(outcome.error)")
    let names = try stage.folder.names()
    for output in ["joined.mp4", "000.png"] { #expect(!names.contains(output), "\(change)") }
    #expect(!names.contains { $0.hasSuffix(".partial") }, "\(change)")
  }

  @Test func `marks that no encoder gives are refused`() throws {
    let stage = try stage()
    for flags in [0x2000, 0x2, 0x40000000, -1] {
      try changing(stage) { bytes in
        let place = firstRecord(bytes) + 1 + 24
        withUnsafeBytes(of: Int32(truncatingIfNeeded: flags).littleEndian) {
          bytes.replaceSubrange(place..<place + 4, with: $0)
        }
      } whileSo: {
        try expectRefused(stage, "\(flags)")
      }
    }
    // What was changed alone was refused.
    try stage.succeed(["join", "plan.json", "--store", "store"])
  }

  @Test func `other times are refused`() throws {
    let stage = try stage()
    for shift in [100, Int64.max, Int64.min, 1 << 53] {
      try changing(stage) { bytes in
        let place = firstRecord(bytes) + 1
        let time = bytes[place..<place + 8].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
        withUnsafeBytes(of: (time &+ shift).littleEndian) {
          bytes.replaceSubrange(place..<place + 8, with: $0)
        }
      } whileSo: {
        try expectRefused(stage, "\(shift)")
      }
    }
  }

  @Test func `fewer packets, or another header, are refused`() throws {
    let stage = try stage()
    try changing(stage) { bytes in
      // The mark of the end where the first packet was, and no packets.
      bytes = Array(bytes.prefix(firstRecord(bytes))) + [0] + [UInt8](repeating: 0, count: 8)
    } whileSo: {
      try expectRefused(stage, "no packets")
    }
    try changing(stage, part: 0) { bytes in
      let header = String(decoding: bytes[12..<firstRecord(bytes)], as: UTF8.self)
      let other = header.replacing(/"timeBase":\[\d+,\d+\]/, with: "\"timeBase\":[1,25]")
      try #require(other != header)
      let length = withUnsafeBytes(of: UInt32(other.utf8.count).littleEndian) { Array($0) }
      bytes = bytes[..<8] + length + Array(other.utf8) + bytes[firstRecord(bytes)...]
    } whileSo: {
      try expectRefused(stage, "another header")
    }
  }

  @Test func `pictures of other numbers, or what is no picture, are refused`() throws {
    let stage = try stage(to: "%03d.png")
    for number in [77, -5, Int64.max] {
      try changing(stage) { bytes in
        let place = firstRecord(bytes) + 1
        withUnsafeBytes(of: number.littleEndian) {
          bytes.replaceSubrange(place..<place + 8, with: $0)
        }
      } whileSo: {
        try expectRefused(stage, "\(number)")
        #expect(try !stage.folder.names().contains { $0.hasSuffix(".png") })
      }
    }
    try changing(stage) { bytes in
      let place = firstRecord(bytes) + 1 + 8 + 4
      bytes.replaceSubrange(place..<place + 5, with: Array("hello".utf8))
    } whileSo: {
      try expectRefused(stage, "no picture")
    }
  }

  @Test func `random bytes are refused and end nothing`() throws {
    var random = SplitMix64(state: 7)
    let stage = try stage()
    for _ in 0..<12 {
      try changing(stage) { bytes in
        for _ in 0..<3 {
          let place = Int(random.next() % UInt64(min(bytes.count, 700)))
          bytes[place] = UInt8(truncatingIfNeeded: random.next())
        }
      } whileSo: {
        let outcome = try stage.run(["join", "plan.json", "--store", "store", "--overwrite"])
        // Bytes of a compressed picture may be others, which only a decoder sees.
        #expect([0, 73, 74].contains(outcome.exitCode), "\(outcome.error)")
      }
    }
  }
}
