import Blobs
import Dispatch
import Files
import FolderBlobs
import Foundation
import Synchronization
import TestSupport
import Testing

/// What blobs in a folder have of their own: paths, links, and what killed writers leave.
@Suite struct FolderBlobsTests {
  private let folder: ScratchFolder
  private let store: FolderBlobStore

  init() throws {
    folder = try ScratchFolder()
    store = try FolderBlobStore(folder: folder.folder("data"))
  }

  @Test func `a key is the path of its file, and a name a link within the folder`() throws {
    try store.keep([7], as: BlobKey("jobs/1/owner"), onlyNew: true)
    #expect(try folder.bytes("data/jobs/1/owner") == [7])
    try folder.write("video", to: "files/sent/recording/video")
    try store.keep(folder: folder.path("files/sent"), below: BlobKey("jobs/2"), last: nil)
    #expect(try folder.bytes("data/jobs/2/recording/video") == Array("video".utf8))
    #expect(
      try store.localFolder(below: BlobKey("jobs/2/recording"), scratch: "/none")
        == folder.path("data/jobs/2/recording"))
    try store.point(BlobKey("avatars/61/mine"), to: BlobKey("avatars/61/.packages/x.zip"))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(
        atPath: folder.path("data/avatars/61/mine")) == ".packages/x.zip")
    try store.point(BlobKey("avatars/61/mine"), to: BlobKey("other/x"))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(
        atPath: folder.path("data/avatars/61/mine")) == "../../other/x")
  }

  @Test func `files are renamed and not copied`() throws {
    let path = try folder.write("clip", to: "files/clip")
    func number(_ path: String) throws -> UInt64? {
      try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
    }
    let before = try #require(try number(path))
    try store.keep(file: path, as: BlobKey("a/clip"), onlyNew: false)
    try store.move(BlobKey("a"), to: BlobKey("b/c"))
    let file = try #require(try store.localFile(of: BlobKey("b/c/clip"), scratch: "/none"))
    #expect(try number(file) == before)
  }

  @Test(arguments: ["folder", "file", "top"])
  func `a link that leads outside is not followed, neither to read nor to write`(
    what: String
  ) throws {
    try folder.write("secret", to: "outside/video")
    try folder.folder("data/jobs/1")
    let (link, target) =
      switch what {
      case "folder": ("data/jobs/1/recording", "outside")
      case "file": ("data/jobs/1/recording/video", "outside/video")
      default: ("data/jobs/1", "outside")
      }
    if what == "file" { try folder.folder("data/jobs/1/recording") }
    if what == "top" { try FileManager.default.removeItem(atPath: folder.path("data/jobs/1")) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(link), withDestinationPath: folder.path(target))
    let key = try BlobKey(what == "top" ? "jobs/1/video" : "jobs/1/recording/video")
    #expect(try store.information(of: key) == nil && store.bytes(of: key, in: nil) == nil)
    #expect(try store.localFile(of: key, scratch: "/none") == nil)
    #expect(try store.localFolder(below: BlobKey("jobs/1"), scratch: "/none") == nil)
    #expect(try store.list(below: nil) == [] && store.names(below: nil) == [])
    #expect(try store.target(of: key) == nil)
    try store.removeAll(below: key, last: nil)
    if what != "file" {
      #expect(kind { try store.keep([1], as: key, onlyNew: false) } == "unusable")
    } else {
      // The link itself is replaced.
      try store.keep([1], as: key, onlyNew: false)
      #expect(try store.bytes(of: key, in: nil) == [1])
    }
    try store.removeAll(below: BlobKey("jobs"), last: nil)
    #expect(try folder.bytes("outside/video") == Array("secret".utf8))
    #expect(try folder.names(in: "outside") == ["video"])
  }

  @Test(arguments: ["/etc/passwd", "../../outside", "../../../etc", "x\ny", "./x", "a//b"])
  func `a link whose text is no key is no name`(text: String) throws {
    try folder.write("secret", to: "outside")
    try folder.folder("data/a")
    #expect(symlink(text, folder.path("data/a/n")) == 0)
    #expect(try store.target(of: BlobKey("a/n")) == nil)
    #expect(try store.names(below: BlobKey("a")) == [] && store.names(below: nil) == [])
  }

  @Test func `what a killed writer left is no blob, and goes when the service starts`() throws {
    let data = folder.path("data")
    try OwnProcess.run(endingWith: .signal(SIGKILL), [data]) { values in
      let data = values[0]
      let store = try FolderBlobStore(folder: data)
      try store.keep([1], as: BlobKey("jobs/1/owner"), onlyNew: true)
      let file = try AtomicFile(path: "video", in: OpenFolder(path: "\(data)/jobs/1"))
      try file.append(Array(repeating: 7, count: 1 << 20))
      // As a removal leaves it that is killed before it is done.
      try FileManager.default.createDirectory(
        atPath: "\(data)/.partial/1/recording", withIntermediateDirectories: true)
      try Data([1]).write(to: URL(filePath: "\(data)/.partial/1/recording/video"))
      kill(getpid(), SIGKILL)
      _ = file
    }
    #expect(try folder.names(in: "data/jobs/1").count == 2)
    #expect(try store.list(below: nil).map(\.key.text) == ["jobs/1/owner"])
    #expect(try store.names(below: nil) == ["jobs"])
    #expect(try store.names(below: BlobKey("jobs/1")) == ["owner"])
    _ = try FolderBlobStore(folder: data, isService: true)
    // There has to be one before the disk is full.
    #expect(try folder.names(in: "data") == [".partial", "jobs"])
    #expect(try folder.names(in: "data/.partial") == [])
    // The rest of a file goes with its folder.
    try store.removeAll(below: BlobKey("jobs/1"), last: nil)
    #expect(try folder.names(in: "data/jobs") == [])
  }

  @Test func `files whose names are no keys are passed over`() throws {
    for name in ["a\nb", "a\\b", ".x.partial"] { try folder.write("x", to: "data/jobs/\(name)") }
    let other = folder.path("data/jobs/") + "/\u{FF}"
    _ = try folder.write("x", to: "data/jobs/good")
    // A name that is no UTF-8.
    var name = Array(other.utf8CString.dropLast(3)) + [CChar(bitPattern: 0xFF), 0]
    let file = open(&name, O_CREAT | O_WRONLY, 0o600)
    #expect(file >= 0)
    close(file)
    #expect(mkfifo(folder.path("data/jobs/pipe"), 0o600) == 0)
    #expect(try store.list(below: nil).map(\.key.text) == ["jobs/good"])
    #expect(try store.names(below: BlobKey("jobs")) == ["good"])
    #expect(try store.bytes(of: BlobKey("jobs/pipe"), in: nil) == nil)
  }

  @Test func `writing below a folder while it is removed makes no fault`() throws {
    let faults = Mutex<[String]>([])
    for round in 0..<300 {
      try folder.write("x", to: "data/jobs/\(round)/a/b")
      let (key, mark) = (try BlobKey("jobs/\(round)"), try BlobKey("jobs/\(round)/removed"))
      DispatchQueue.concurrentPerform(iterations: 2) { part in
        do {
          part == 0
            ? try store.keep([], as: mark, onlyNew: false)
            : try store.removeAll(below: key, last: nil)
        } catch {
          faults.withLock { $0.append("\(error)") }
        }
      }
      #expect(try store.information(of: BlobKey("jobs/\(round)/a/b")) == nil)
      try store.removeAll(below: key, last: nil)
    }
    #expect(faults.withLock { $0 } == [])
    #expect(try folder.names(in: "data/jobs") == [] && folder.names(in: "data/.partial") == [])
  }

  @Test func `a file of another disk is copied`() throws {
    let other = "/dev/shm/avatar-overlay-tests-\(UUID().uuidString)"
    // Where there is no such disk, there is nothing to try.
    guard mkdir(other, 0o700) == 0 else { return }
    defer { try? FileManager.default.removeItem(atPath: other) }
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for onlyNew in [true, false] {
      try Data(bytes).write(to: URL(filePath: "\(other)/clip"))
      let key = try BlobKey("a/\(onlyNew)")
      try store.keep(file: "\(other)/clip", as: key, onlyNew: onlyNew)
      #expect(try store.bytes(of: key, in: nil) == bytes)
      #expect(!FileManager.default.fileExists(atPath: "\(other)/clip"))
    }
  }

  @Test func `a blob below a blob is refused`() throws {
    try store.keep([1], as: BlobKey("a/b"), onlyNew: false)
    #expect(kind { try store.keep([2], as: BlobKey("a/b/c"), onlyNew: false) } == "unusable")
    #expect(kind { try store.keep([2], as: BlobKey("a"), onlyNew: false) } == "unusable")
    #expect(try store.bytes(of: BlobKey("a/b"), in: nil) == [1])
  }
}
