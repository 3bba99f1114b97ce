import Audit
import Foundation
import JSON
import Problems
import TestSupport
import Testing

/// The chain of an audit log, checked by Python beside its own verification.
@Suite struct AuditLogTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private var place: String { folder.path("audit") }

  private func log(bytes: Int = 1 << 20, files: Int = 100) -> AuditLog {
    AuditLog(folder: place, maximumBytes: bytes, maximumFiles: files)
  }

  private static func entry(_ job: String) -> AuditEntry {
    AuditEntry("read", at: "2026-05-01T12:00:00.000Z", [("job", .string(job))])
  }

  private func names() throws -> [String] {
    try folder.names(in: "audit").filter { $0.hasSuffix(".jsonl") }.sorted()
  }

  private func lines() throws -> [String] {
    try names().flatMap { name in
      String(decoding: try folder.bytes("audit/\(name)"), as: UTF8.self)
        .split(separator: "\n").map(String.init)
    }
  }

  /// Writes the lines of the only file.
  private func replace(_ lines: [String]) throws {
    try folder.write(lines.map { $0 + "\n" }.joined(), to: "audit/\(names()[0])")
  }

  /// Reads a chain by the documented rules alone.
  private static let python = """
    import hashlib, json, os, sys
    before, number = "0" * 64, 0
    for name in sorted(n for n in os.listdir(sys.argv[1]) if n.endswith(".jsonl")):
        for line in open(os.path.join(sys.argv[1], name), "rb").read().splitlines():
            entry = json.loads(line)
            assert entry["sequence"] == number + 1 and entry["previous"] == before, line
            before, number = hashlib.sha256(line).hexdigest(), number + 1
    sequence, last = open(os.path.join(sys.argv[1], "head")).read().split()
    assert (int(sequence), last) == (number, before)
    print(number, end="")
    """

  @Test func `lines are chained across files, as Python reads them`() throws {
    let log = log(bytes: 2000)
    for number in 0..<40 {
      try log.append((0...number % 3).map { Self.entry("\(number)-\($0)") })
    }
    #expect(try names().count > 3)
    let count = try Program.python.succeed(["-c", Self.python, place])
    #expect(String(decoding: count, as: UTF8.self) == "79")
    let found = try AuditVerification(folder: place)
    #expect(found.fault == nil && found.lines == 79 && found.notes.isEmpty)
    #expect(found.first?.sequence == 1 && found.last?.sequence == 79)
    let end = try log.open()
    #expect(end.sequence == 79 && end.sha256 == found.last?.sha256)
  }

  @Test func `the oldest files go beyond the most, and a line says so`() throws {
    let log = log(bytes: 1000, files: 3)
    for number in 0..<60 { try log.append([Self.entry("\(number)")]) }
    #expect(try names().count == 3)
    let found = try AuditVerification(folder: place)
    #expect(found.fault == nil, "\(String(describing: found.fault))")
    let first = try #require(found.first?.sequence)
    #expect(first > 1)
    #expect(try lines().contains { $0.contains("\"expire\"") })
    // One that goes without a line is missed.
    try FileManager.default.removeItem(atPath: folder.path("audit/\(names()[0])"))
    let missed = try AuditVerification(folder: place)
    #expect(missed.fault?.line == 1 && missed.fault?.reason.contains("expired") == true)
  }

  /// A change of a log of five lines, and the line that must be named; nil for the end of the log.
  struct Change: Sendable {
    var what: String
    var line: Int?
    var make: @Sendable (inout [String]) -> Void

    init(_ what: String, _ line: Int?, _ make: @escaping @Sendable (inout [String]) -> Void) {
      (self.what, self.line, self.make) = (what, line, make)
    }
  }

  @Test(arguments: [
    Change("an edit", 3) { $0[1] = $0[1].replacing("j1", with: "j9") },
    Change("a removal", 3) { $0.remove(at: 2) },
    Change("a swap", 2) { $0.swapAt(1, 2) },
    Change("a repetition", 4) { $0.insert($0[2], at: 3) },
    Change("an insertion", 4) { $0.insert($0[2].replacing("j2", with: "jx"), at: 3) },
    Change("a blank line", 2) { $0.insert("", at: 1) },
    Change("other text", 5) { $0[4] = "{\"sequence\": 5}" },
    Change("a first line", 2) { $0[0] = $0[0].replacing("j0", with: "j9") },
    Change("an edit of the last", nil) { $0[4] = $0[4].replacing("j4", with: "j9") },
    Change("a truncation", nil) { $0.removeLast() },
    Change("a truncation of most", nil) { $0.removeLast(4) },
    Change("all of it", nil) { $0 = [] },
  ])
  func `what was changed is named`(change: Change) throws {
    let (what, line) = (change.what, change.line)
    do {
      let log = log()
      for number in 0..<5 { try log.append([Self.entry("j\(number)")]) }
    }
    #expect(try AuditVerification(folder: place).fault == nil)
    var lines = try lines()
    change.make(&lines)
    try replace(lines)
    let fault = try #require(try AuditVerification(folder: place).fault, "\(what)")
    #expect(fault.line == line, "\(what): \(fault)")
    #expect(fault.line != nil || fault.file.hasSuffix("/head"), "\(what): \(fault)")
    // The next service goes on, and hides nothing.
    try log().append([Self.entry("after")])
    #expect(try AuditVerification(folder: place).fault != nil, "\(what)")
  }

  @Test func `a head that is missing, or of another log, is missed`() throws {
    do { try log().append([Self.entry("a"), Self.entry("b")]) }
    let head = try folder.bytes("audit/head")
    for other in [[], Array("x".utf8), Array(head.dropLast(3)) + Array("00\n".utf8)] {
      try folder.write(other, to: "audit/head")
      #expect(try AuditVerification(folder: place).fault?.file.hasSuffix("/head") == true)
    }
    try FileManager.default.removeItem(atPath: folder.path("audit/head"))
    #expect(try AuditVerification(folder: place).fault?.file.hasSuffix("/head") == true)
  }

  /// What a chain without a second place cannot prove, and a noted hash can.
  @Test func `a line whose hash was noted elsewhere must be there`() throws {
    let noted: String
    do {
      let log = log()
      try log.append([Self.entry("a"), Self.entry("b")])
      noted = try log.open().sha256
      try log.append([Self.entry("c")])
    }
    #expect(try AuditVerification(folder: place, expecting: noted).fault == nil)
    try FileManager.default.removeItem(atPath: place)
    do { try log().append([Self.entry("a"), Self.entry("x"), Self.entry("c")]) }
    #expect(try AuditVerification(folder: place).fault == nil)
    let fault = try AuditVerification(folder: place, expecting: noted).fault
    #expect(fault?.reason.contains(noted) == true)
  }

  @Test func `a line that was cut off by a kill is no line, and the next writer goes on`() throws {
    do { try log().append([Self.entry("a"), Self.entry("b")]) }
    let name = try names()[0]
    let whole = try folder.bytes("audit/\(name)")
    try folder.write(whole + Array("{\"sequence\": 3, \"ti".utf8), to: "audit/\(name)")
    let cut = try AuditVerification(folder: place)
    #expect(cut.fault == nil && cut.notes.count == 1 && cut.lines == 2)
    try log().append([Self.entry("c")])
    let found = try AuditVerification(folder: place)
    #expect(found.fault == nil && found.notes.isEmpty && found.lines == 3)
    // Between a line and its note in `head`, a kill leaves one line more than that has.
    do { try log().append([Self.entry("d")]) }
    let head = try folder.bytes("audit/head")
    do { try log().append([Self.entry("e")]) }
    try folder.write(head, to: "audit/head")
    #expect(try AuditVerification(folder: place).fault == nil)
    #expect(try log().open().sequence == 5)
    #expect(try AuditVerification(folder: place).fault == nil)
  }

  @Test func `files alone are checked as far as they go`() throws {
    let log = log(bytes: 500)
    for number in 0..<12 { try log.append([Self.entry("\(number)")]) }
    let paths = try names().map { folder.path("audit/\($0)") }
    try #require(paths.count > 3)
    for part in [paths, Array(paths.dropFirst(2)), [paths[1]]] {
      let found = try AuditVerification(files: part)
      #expect(found.fault == nil && found.files == part.count && found.notes.count == 1)
    }
    let gap = try AuditVerification(files: [paths[0], paths[2]])
    #expect(gap.fault?.file == paths[2] && gap.fault?.line == 1)
  }

  @Test func `one process at a time writes a log`() throws {
    let first = log()
    try first.open()
    #expect(throws: AuditFault.inUse(path: place)) { try log().open() }
    #expect(AuditFault.inUse(path: place).problemCode == .storageBusy)
    #expect(throws: AuditFault.missing(path: folder.path("none"))) {
      try AuditVerification(folder: folder.path("none"))
    }
  }

  @Test(.enabled(if: getuid() == 0, "needs root, to mount a small disk"))
  func `a full disk takes no part of a line, and what follows is whole`() throws {
    let disk = try folder.folder("audit")
    let mounted = try Program(named: "mount").run(["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk])
    // Containers may forbid it even to root.
    guard mounted.exitCode == 0 else { return }
    defer { _ = try? Program(named: "umount").run(["-l", disk]) }
    let log = log()
    let long = String(repeating: "x", count: 3000)
    var count = 0
    var fault: AuditFault?
    while fault == nil, count < 100 {
      do throws(AuditFault) {
        try log.append([Self.entry(long)])
        count += 1
      } catch {
        fault = error
      }
    }
    guard case .diskFull = fault else {
      Issue.record("\(String(describing: fault)) after \(count)")
      return
    }
    let full = try AuditVerification(folder: place)
    #expect(full.fault == nil && full.notes.isEmpty && full.lines == count)
    _ = try Program(named: "mount").run(["-o", "remount,size=256k", disk])
    try log.append([Self.entry(long)])
    let after = try AuditVerification(folder: place)
    #expect(after.fault == nil && after.lines == count + 1)
  }
}
