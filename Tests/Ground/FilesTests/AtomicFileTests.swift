import Files
import Foundation
import Problems
import TestSupport
import Testing

@Suite struct AtomicFileTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func fault(_ name: String, _ reason: FileFault.Reason) -> FileFault {
    FileFault(path: folder.path(name), reason)
  }

  @Test func `a file that is there is replaced only where asked`() throws {
    let path = folder.path("a")
    try AtomicFile.write([1], to: path)
    #expect(throws: fault("a", .exists)) { try AtomicFile.write([2], to: path) }
    #expect(try folder.bytes("a") == [1])
    try AtomicFile.write([3], to: path, replacing: true)
    #expect(try folder.bytes("a") == [3])
    #expect(try folder.names() == ["a"])
  }

  @Test func `a file that appears meanwhile is not overwritten`() throws {
    let file = try AtomicFile(path: folder.path("a"))
    try file.append([2])
    try AtomicFile.write([1], to: folder.path("a"))
    do throws(FileFault) {
      try file.commit()
      Issue.record("the file was overwritten")
    } catch {
      #expect(error == fault("a", .exists))
    }
    #expect(try folder.bytes("a") == [1])
    #expect(try folder.names() == ["a"])
  }

  @Test func `an unfinished file is hidden, and removed with its owner`() throws {
    do {
      let file = try AtomicFile(path: folder.path("a"))
      try file.append([1, 2, 3])
      let names = try folder.names()
      #expect(names.count == 1 && names[0].hasPrefix(".a.") && names[0].hasSuffix(".partial"))
      #expect(FileManager.default.fileExists(atPath: file.temporaryPath))
    }
    #expect(try folder.names().isEmpty)
  }

  @Test func `several files are completed first and published then`() throws {
    var files: [HiddenFile] = []
    for name in ["a", "b", "c"] {
      let file = try AtomicFile(path: folder.path(name))
      try file.append(Array(name.utf8))
      files.append(try file.complete())
    }
    #expect(try folder.names().allSatisfy { $0.hasPrefix(".") })
    for file in files.prefix(2) { try file.publish(syncsFolder: false) }
    try FolderSync.wait(for: folder.path(""))
    files = []
    #expect(try folder.names() == ["a", "b"])
    #expect(try folder.bytes("b") == Array("b".utf8))
  }

  @Test func `a missing folder, and a folder in the file's place, are named`() throws {
    #expect(throws: fault("no/a", .folderMissing(folder.path("no")))) {
      try AtomicFile.write([1], to: folder.path("no/a"))
    }
    try folder.folder("a")
    for replacing in [false, true] {
      #expect(throws: fault("a", .isFolder)) {
        try AtomicFile.write([1], to: folder.path("a"), replacing: replacing)
      }
    }
    #expect(throws: FileFault.self) { try AtomicFile.write([1], to: folder.path("") + "/") }
    try folder.write("", to: "file")
    #expect(throws: fault("file/a", .folderMissing(folder.path("file")))) {
      try AtomicFile.write([1], to: folder.path("file/a"))
    }
    #expect(try folder.names() == ["a", "file"])
  }

  /// A file system takes names of 255 bytes, and what is added to them must fit in.
  @Test(arguments: ["n", "ü", "禅"])
  func `the longest name there is can be written, and one more byte is told`(letter: String) throws
  {
    let count = 255 / letter.utf8.count
    let name = String(repeating: letter, count: count)
    try AtomicFile.write([1], to: folder.path(name))
    #expect(try folder.bytes(name) == [1])
    let longer = name + String(repeating: "x", count: 256 - name.utf8.count)
    do throws(FileFault) {
      try AtomicFile.write([1], to: folder.path(longer))
      Issue.record("a name of 256 bytes was taken")
    } catch {
      guard case .failed = error.reason else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(try folder.names().count == 1)
  }

  /// Renaming would put a file in the place of a device, and leave the reader of a pipe waiting.
  @Test func `devices, pipes and links to them are refused, and stay`() throws {
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "/dev/null")
    for path in ["/dev/null", folder.path("pipe"), folder.path("link")] {
      for replacing in [false, true] {
        let fault = #expect(throws: FileFault.self) {
          try AtomicFile.write([1], to: path, replacing: replacing)
        }
        #expect(fault?.description.contains("device or a pipe") == true, "\(path)")
      }
    }
    #expect(try folder.names() == ["link", "pipe"])
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func `a link is there even where it leads nowhere, and is replaced itself`() throws {
    try folder.write([7], to: "file")
    for (name, target) in [("whole", "file"), ("broken", "nowhere")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: target)
      #expect(throws: fault(name, .exists)) { try AtomicFile.write([1], to: folder.path(name)) }
      try AtomicFile.write([2], to: folder.path(name), replacing: true)
      #expect(try folder.bytes(name) == [2])
    }
    #expect(try folder.bytes("file") == [7])
    #expect(try folder.names() == ["broken", "file", "whole"])
  }

  @Test func `permissions are those that were asked for`() throws {
    try AtomicFile.write([1], to: folder.path("a"), permissions: 0o600)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("a"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a reader sees the old content or the new one, never a part`() async throws {
    let path = folder.path("a")
    let contents = (0..<2).map { [UInt8](repeating: UInt8($0), count: 200_000) }
    try AtomicFile.write(contents[0], to: path)
    let writer = Task.detached {
      for round in 1...60 {
        try AtomicFile.write(contents[round % 2], to: path, replacing: true)
      }
    }
    var seen: Set<[UInt8]> = []
    for _ in 0..<300 { seen.insert(try folder.bytes("a")) }
    try await writer.value
    seen.insert(try folder.bytes("a"))
    #expect(seen.isSubset(of: Set(contents)))
    #expect(try folder.names() == ["a"])
  }

  @Test func `a locked hidden file tells that it is being written`() throws {
    let file = try AtomicFile(path: folder.path("a"))
    let other = open(file.temporaryPath, O_RDONLY)
    defer { close(other) }
    #expect(flock(other, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    try file.commit()
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
  func `a full disk is told as such, and nothing is left`() throws {
    do {
      let file = try AtomicFile(path: folder.path("a"))
      // The descriptor's file is now the device on which every write finds the disk full.
      let full = open("/dev/full", O_WRONLY)
      defer { close(full) }
      let descriptor = try #require(openDescriptor(of: file.temporaryPath))
      dup2(full, descriptor)
      #expect(throws: fault("a", .diskFull)) { try file.append([1]) }
    }
    #expect(try folder.names().isEmpty)
  }

  @Test func `what the system refuses while it is published leaves the old file`() throws {
    try AtomicFile.write([1], to: folder.path("a"))
    do {
      let file = try AtomicFile(path: folder.path("a"), replacing: true)
      try file.append([2])
      // Another process removes the hidden file: there is nothing to rename.
      try FileManager.default.removeItem(atPath: file.temporaryPath)
      let hidden = try file.complete()
      let fault = #expect(throws: FileFault.self) { try hidden.publish() }
      #expect(fault?.problemCode == .cannotWrite)
    }
    #expect(try folder.bytes("a") == [1])
  }

  @Test(arguments: [
    (FileFault.Reason.exists, ProblemCode.outputExists), (.diskFull, .diskFull),
    (.tooLarge, .outputTooLarge), (.isFolder, .cannotWrite), (.folderMissing("f"), .cannotWrite),
    (.failed("Permission denied"), .cannotWrite),
  ])
  func `each fault is one line with its path and has its code`(
    reason: FileFault.Reason, code: ProblemCode
  ) {
    let fault = FileFault(path: "out/a.png", reason)
    #expect(fault.problemCode == code)
    #expect(fault.description.hasPrefix("out/a.png: ") && !fault.description.contains("\n"))
  }

  /// The descriptor under which this process has a file open.
  private func openDescriptor(of path: String) -> Int32? {
    let resolved = URL(filePath: path).resolvingSymlinksInPath().path
    return (3..<Int32(256)).first {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
        == resolved
    }
  }
}
