import Blobs
import FolderBlobs
import Foundation
import TestSupport
import Testing

/// A small disk on which no file, folder or link can be made any more.
@Suite(.enabled(if: getuid() == 0, "needs root, to mount a small disk"))
struct FullDiskBlobTests {
  /// Mounts a disk that is full but for what `keep` keeps on it.
  private static func full(
    _ keep: (FolderBlobStore) throws -> Void,
    _ body: (FolderBlobStore, _ disk: String) throws -> Void
  ) throws {
    let folder = try ScratchFolder()
    let disk = try folder.folder("disk")
    // A tmpfs of so many names; the room for its bytes is another limit.
    let mounted = try Program(named: "mount").run(
      ["-t", "tmpfs", "-o", "size=1m,nr_inodes=40", "tmpfs", disk])
    // Containers may forbid it even to root.
    guard mounted.exitCode == 0 else { return }
    defer { _ = try? Program(named: "umount").run(["-l", disk]) }
    let store = try FolderBlobStore(folder: disk)
    try keep(store)
    var count = 0
    while mkdir("\(disk)/filler-\(count)", 0o700) == 0 { count += 1 }
    try #require(errno == ENOSPC)
    try body(store, disk)
  }

  private static let files = ["jobs/1/1/output.mp4", "jobs/1/recording/video", "jobs/1/removed"]

  @Test func `a folder is removed from a full disk that has no space for its other name`() throws {
    try Self.full { store in
      for file in Self.files + ["jobs/2/owner"] {
        try store.keep([7], as: BlobKey(file), onlyNew: true)
      }
    } _: { store, disk in
      #expect(kind { try store.keep([1], as: BlobKey("jobs/3"), onlyNew: true) } == "full")
      try store.removeAll(below: BlobKey("jobs/1"), last: "removed")
      #expect(!FileManager.default.fileExists(atPath: "\(disk)/jobs/1"))
      #expect(try store.list(below: nil).map(\.key.text) == ["jobs/2/owner"])
      // What was removed is space.
      try store.keep([1], as: BlobKey("jobs/3"), onlyNew: true)
    }
  }

  @Test func `the last file of a folder stays where another one cannot be removed`() throws {
    try Self.full { store in
      for file in Self.files { try store.keep([7], as: BlobKey(file), onlyNew: true) }
    } _: { store, disk in
      // A folder that something is mounted on is not removed by the system.
      let busy = "\(disk)/jobs/1/recording"
      let mounted = try Program(named: "mount").run(["-t", "tmpfs", "tmpfs", busy])
      try #require(mounted.exitCode == 0)
      defer { _ = try? Program(named: "umount").run(["-l", busy]) }
      let key = try BlobKey("jobs/1")
      #expect(kind { try store.removeAll(below: key, last: "removed") } == "unusable")
      #expect(try store.information(of: BlobKey("jobs/1/removed")) != nil)
    }
  }
}
