import Files
import Foundation
import TestSupport
import Testing

/// What killed writers leave beside their files, and what the next write does about it.
@Suite struct AbandonedFilesTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The hidden name that a writer of this process gives, which is gone.
  private func hiddenName(of name: String) throws -> String {
    let file = try AtomicFile(path: folder.path(name))
    return URL(filePath: file.temporaryPath).lastPathComponent
  }

  /// The same of a writer on another machine, or before the last start of this one.
  private func foreignName(of name: String) throws -> String {
    let own = try hiddenName(of: name)
    let parts = own.split(separator: "-", omittingEmptySubsequences: false)
    try #require(parts.count == 3 && parts[1] != "00000000")
    return "\(parts[0])-00000000-\(parts[2])"
  }

  private func names() throws -> Set<String> { Set(try folder.names()) }

  /// A name of another length, another stem and of the same file.
  @Test(arguments: ["a", "b.mp4", String(repeating: "ü", count: 120)])
  func `the next write beside it removes what a killed writer left`(name: String) throws {
    let left = try hiddenName(of: name)
    try folder.write("half", to: left)
    try AtomicFile.write([1], to: folder.path("a"))
    #expect(try names() == ["a"])
  }

  /// The system lets go of the lock however the process ends.
  @Test func `a file is left while its writer lives, and goes once that is killed`() throws {
    let hidden = try hiddenName(of: "clip.mp4")
    let writer = try Program.python.start(
      [
        "-c",
        """
        import fcntl, sys, time
        file = open(sys.argv[1], "wb")
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write(b"half"); file.flush()
        print("locked", file=sys.stderr, flush=True)
        time.sleep(600)
        """, hidden,
      ], in: folder)
    #expect(writer.waitForError(containing: "locked"))
    try AtomicFile.write([1], to: folder.path("a"))
    #expect(try names() == ["a", hidden])
    writer.send(SIGKILL)
    _ = try writer.end()
    try AtomicFile.write([1], to: folder.path("a"), replacing: true)
    #expect(try names() == ["a"])
  }

  /// Of many complete files that wait for their names one is locked, for descriptors are few.
  @Test func `all files of a writer stay as long as one of them is locked`() throws {
    var files: [HiddenFile] = []
    for (index, name) in ["1", "2", "3"].enumerated() {
      let file = try AtomicFile(path: folder.path(name), tidies: false)
      files.append(try file.complete(keepsLock: index == 0))
    }
    try AtomicFile.write([1], to: folder.path("a"))
    #expect(try names().count == 4)
    for file in files.reversed() { try file.publish() }
    files = []
    #expect(try names() == ["1", "2", "3", "a"])
  }

  @Test func `a file of another machine goes only when it is old`() throws {
    let (young, old) = (try foreignName(of: "young"), try foreignName(of: "old"))
    for name in [young, old] { try folder.write("half", to: name) }
    // Of one writer: the young one says that it lives.
    let week = 7.0 * 24 * 60 * 60
    try age(old, by: week + 60)
    try AtomicFile.write([1], to: folder.path("a"))
    #expect(try names() == ["a", young, old])
    try age(young, by: week - 60)
    try AtomicFile.write([1], to: folder.path("a"), replacing: true)
    #expect(try names() == ["a", young, old])
    try age(young, by: week + 60)
    try AtomicFile.write([1], to: folder.path("a"), replacing: true)
    #expect(try names() == ["a"])
  }

  private func age(_ name: String, by seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date.now.addingTimeInterval(-seconds)],
      ofItemAtPath: folder.path(name))
  }

  /// Names that only look alike are another program's, and nothing but a plain file is a writer's.
  @Test func `other hidden files, folders and links stay`() throws {
    let own = try hiddenName(of: "a")
    let rest = String(own.dropFirst(2))
    var kept = [
      ".a.partial", ".a.123.partial", ".a.123-abc.partial", String(own.dropFirst()),
      ".a\(rest)x", ".\(rest.dropFirst())", own.replacingOccurrences(of: "-", with: "_"),
    ]
    for name in kept { try folder.write("mine", to: name) }
    let (asFolder, asLink) = (try hiddenName(of: "f"), try hiddenName(of: "l"))
    try folder.folder(asFolder)
    try folder.write("mine", to: "target")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(asLink), withDestinationPath: "target")
    kept += [asFolder, asLink, "target"]
    try AtomicFile.write([1], to: folder.path("a"))
    #expect(try names() == Set(kept + ["a"]))
  }

  @Test func `what was left is removed beneath an open folder too`() throws {
    let left = try hiddenName(of: "a")
    try folder.write("half", to: "inner/\(left)")
    try AtomicFile.write([1], to: "inner/a", in: OpenFolder(path: folder.path("")))
    #expect(try folder.names(in: "inner") == ["a"])
  }

  /// Both writers make hidden files while the other one tidies.
  @Test func `writers that tidy at one time do not take each other's files`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for round in 0..<100 {
            try AtomicFile.write([UInt8(round)], to: folder.path("\(writer)"), replacing: true)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try folder.names() == ["0", "1", "2", "3"])
  }
}
