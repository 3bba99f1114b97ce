import Blobs
import FolderBlobs
import Foundation
import Service
import ServiceConfiguration
import TestSupport
import Testing

/// Whose the files of a place are that two services were given.
@Suite struct FilesOwnerTests {
  private let scratch: ScratchFolder
  private let blobs: FolderBlobStore
  private let first: String
  private let second: String

  init() throws {
    scratch = try ScratchFolder()
    blobs = try FolderBlobStore(folder: scratch.folder("bucket"))
    (first, second) = (try scratch.folder("first"), try scratch.folder("second"))
  }

  private func mark() throws -> String? {
    try blobs.bytes(of: BlobKey("service"), in: nil).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `the first service has a place, at each of its starts, and a second is refused`()
    throws
  {
    try FilesOwner.take(blobs, for: first)
    let name = try #require(try mark())
    #expect(try scratch.bytes("first/files-service") == Array(name.utf8))
    try FilesOwner.take(blobs, for: first)
    for _ in 1...2 {
      let error = #expect(throws: ServiceSettingsError.self) {
        try FilesOwner.take(blobs, for: second)
      }
      let line = error?.description ?? ""
      #expect(
        line.contains(blobs.place) && line.contains(name) && line.contains("blobs/service")
          && !line.contains("\n"), "\(line)")
    }
    #expect(try mark() == name)
    try FilesOwner.take(blobs, for: first)
    // As the message advises.
    try blobs.remove(BlobKey("service"))
    try FilesOwner.take(blobs, for: second)
    #expect(throws: ServiceSettingsError.self) { try FilesOwner.take(blobs, for: first) }
  }

  @Test func `a service that was killed before the place was marked takes it at its next start`()
    throws
  {
    let name = String(repeating: "5a", count: 16)
    try scratch.write(name, to: "first/files-service")
    try FilesOwner.take(blobs, for: first)
    #expect(try mark() == name)
  }

  @Test(arguments: [
    "", String(repeating: "x", count: 100_000), "\u{1b}[2J\nanother",
  ])
  func `a place that is marked with something else is refused in one line`(text: String) throws {
    try blobs.keep(Array(text.utf8), as: BlobKey("service"), onlyNew: true)
    let error = #expect(throws: ServiceSettingsError.self) {
      try FilesOwner.take(blobs, for: first)
    }
    let line = error?.description ?? ""
    #expect(
      line.utf8.count < 2000 && !line.contains("\n") && !line.contains("\u{1b}"), "\(line)")
    #expect(try mark() == text)
  }
}
