import Digests
import Foundation
import TestSupport
import Testing

/// Hashes of files that are kept in mind.
@Suite struct FileHashesTests {
  private let folder: ScratchFolder
  private let hashes = FileHashes()

  init() throws { folder = try ScratchFolder() }

  /// What another program says.
  private func sum(_ path: String) throws -> String {
    let told = try Program(named: "sha256sum").succeed([path])
    return String(decoding: told.prefix(64), as: UTF8.self)
  }

  @Test func `a file is read once, under whatever name it is asked for`() throws {
    let path = try folder.write("a clip", to: "clip.mp4")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.mp4"), withDestinationPath: path)
    for _ in 0..<3 {
      #expect(try hashes.hex(ofFile: path) == sum(path))
      #expect(try hashes.hex(ofFile: folder.path("link.mp4")) == sum(path))
    }
    #expect(hashes.reads == 1)
  }

  @Test
  func
    `a file that was written anew is read anew, even where its size and time are those of before`()
    throws
  {
    let path = try folder.write("one", to: "clip.mp4")
    let before = try hashes.hex(ofFile: path)
    let date = try #require(
      try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: Data("two".utf8))
    try handle.close()
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    let after = try hashes.hex(ofFile: path)
    #expect(after != before)
    #expect(try after == sum(path) && hashes.reads == 2)
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: DigestError.self) { try hashes.hex(ofFile: path) }
  }

  @Test func `so many files are kept in mind, and one more makes all be forgotten`() throws {
    let paths = try (0...FileHashes.most).map { try folder.write("\($0)", to: "\($0)") }
    for path in paths.dropLast() { _ = try hashes.hex(ofFile: path) }
    for path in paths.dropLast() { _ = try hashes.hex(ofFile: path) }
    #expect(hashes.reads == FileHashes.most)
    _ = try hashes.hex(ofFile: paths[FileHashes.most])
    _ = try hashes.hex(ofFile: paths[0])
    #expect(hashes.reads == FileHashes.most + 2)
  }
}
