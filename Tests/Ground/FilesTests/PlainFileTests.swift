import Files
import Foundation
import TestSupport
import Testing

@Suite struct PlainFileTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// More than is read at once.
  private static let content = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 * 31 ^ $0 >> 8) }

  private func open(_ name: String) throws -> PlainFile {
    try PlainFile(path: scratch.path(name))
  }

  @Test func `any part of it is read, and what lies beyond its end is not there`() throws {
    try scratch.write(Self.content, to: "file")
    let file = try open("file")
    #expect(file.byteCount == Self.content.count)
    for range in [0..<10, 7..<2_000_007, 2_499_990..<2_500_000, 5..<5] {
      #expect(try file.bytes(range.count, at: range.lowerBound) == Array(Self.content[range]))
      var (all, pieces): ([UInt8], Int) = ([], 0)
      try file.forEachPiece(of: range) {
        all += $0
        pieces += 1
      }
      #expect(all == Array(Self.content[range]) && pieces == (range.count + 0xfffff) / 0x100000)
    }
    #expect(try file.bytes(20, at: 2_499_990) == Array(Self.content.suffix(10)))
    #expect(try file.bytes(20, at: 2_500_001).isEmpty && file.bytes(-1, at: 3).isEmpty)
  }

  @Test func `it stays the file that was opened, and one that becomes shorter is a fault`() throws {
    try scratch.write(Self.content, to: "file")
    let file = try open("file")
    try FileManager.default.moveItem(atPath: scratch.path("file"), toPath: scratch.path("moved"))
    try scratch.write("another", to: "file")
    #expect(try file.bytes(9, at: 100) == Array(Self.content[100..<109]))
    #expect(truncate(scratch.path("moved"), 104) == 0)
    #expect(try file.bytes(9, at: 100) == Array(Self.content[100..<104]))
    #expect(throws: FolderFault.self) { try file.forEachPiece(of: 0..<200) { _ in } }
  }

  @Test func `its folder may be a link, and the file itself may not`() throws {
    try scratch.write("secret", to: "outside/file")
    #expect(symlink(scratch.path("outside"), scratch.path("folder")) == 0)
    #expect(symlink(scratch.path("outside/file"), scratch.path("link")) == 0)
    #expect(symlink(scratch.path("nowhere"), scratch.path("dangling")) == 0)
    #expect(try open("folder/file").bytes(6, at: 0) == Array("secret".utf8))
    for name in ["link", "dangling"] {
      let fault = #expect(throws: BeneathFault.self) { try open(name) }
      #expect(fault?.isAbsent == false && fault?.reason.contains("it is a link") == true)
    }
    for name in ["none", "none/file"] {
      #expect(#expect(throws: BeneathFault.self) { try open(name) }?.isAbsent == true)
    }
  }

  /// The pipe has no writer: a reader that waited for one would wait for good.
  @Test func `what is no plain file is refused at once`() throws {
    try scratch.folder("folder")
    #expect(mkfifo(scratch.path("pipe"), 0o600) == 0)
    for name in ["folder", "pipe"] {
      #expect(throws: BeneathFault.notAFile(scratch.path(name))) { try open(name) }
    }
  }

  @Test func `what is touched is the youngest`() throws {
    let path = try scratch.write("x", to: "file")
    let old = Date(timeIntervalSinceNow: -5000)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
    try open("file").touch()
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    #expect(try #require(date).timeIntervalSinceNow > -1000)
  }
}
