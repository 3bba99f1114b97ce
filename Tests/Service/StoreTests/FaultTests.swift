import Foundation
import SQLiteStorage
import Store
import TestSupport
import Testing

@Suite struct FaultTests {
  private func reason(_ path: String, isService: Bool = false) -> StoreError? {
    #expect(throws: StoreError.self) {
      try SQLiteStore(path: path, isService: isService, busyMilliseconds: 50)
    }
  }

  @Test func `a store that cannot be used says that its folder is missing`() throws {
    let folder = try ScratchFolder()
    let fault = reason(folder.path("none/jobs.db"))
    #expect(fault?.description.contains("no folder \(folder.path("none"))") == true)
    #expect(reason(folder.path(""))?.description.isEmpty == false)
    try folder.write("x", to: "file")
    #expect(reason(folder.path("file/jobs.db"))?.description.contains("is not a folder") == true)
    try folder.folder("jobs.db")
    #expect(reason(folder.path("jobs.db")) != nil)
    #expect(try folder.names() == ["file", "jobs.db"])
  }

  @Test func `a store that cannot be used says that it may not write`() throws {
    let folder = try ScratchFolder()
    let path = folder.path("jobs.db")
    _ = try SQLiteStore(path: path)
    // The first user may write everywhere, so another one tries.
    let isRoot = geteuid() == 0
    func run(_ arguments: [String]) throws -> Program.Outcome {
      let words = CrashProbe.program.path.appending(" " + arguments.joined(separator: " "))
      let other = isRoot ? "setpriv --reuid 65534 --regid 65534 --clear-groups " : ""
      return try Program.shell.run(["-c", other + words], in: folder)
    }
    for (mode, name) in [(0o555, "jobs.db"), (0o555, "new.db"), (0o777, "jobs.db")] {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: folder.url.path)
      if mode == 0o777 {
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
      }
      let outcome = try run([folder.path(name), "x"])
      #expect(outcome.exitCode == 1)
      #expect(outcome.text.hasPrefix("error \(folder.path(name))"), "\(outcome.text)")
      #expect(!outcome.text.contains("queued"))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o777], ofItemAtPath: folder.url.path)
    }
  }

  @Test func `a store that cannot be used leaves another program's database as it is`() throws {
    let folder = try ScratchFolder()
    try StoreStage.sqlite(folder.path("a.db"), "c.execute('CREATE TABLE t (x)'); c.commit()")
    try StoreStage.sqlite(folder.path("b.db"), "c.execute('PRAGMA application_id = 7')")
    try folder.write(
      "This is my diary, not a database. " + String(repeating: "x", count: 500), to: "c.db")
    for name in ["a.db", "b.db", "c.db"] {
      let before = try folder.bytes(name)
      let fault = reason(folder.path(name))
      let text = fault?.description ?? ""
      #expect(
        text.contains("another program's") || text.contains("not an SQLite database"), "\(text)")
      #expect(try folder.bytes(name) == before)
    }
  }

  @Test func `a store that cannot be used leaves a newer version's database as it is`() throws {
    let stage = try StoreStage()
    try StoreStage.sqlite(stage.path, "c.execute('PRAGMA user_version = 99'); c.commit()")
    let fault = reason(stage.path)
    #expect(fault?.description.contains("newer version (its schema is 99") == true)
  }

  @Test func `a store that cannot be used says that it is damaged, wherever a page is broken`()
    throws
  {
    let stage = try StoreStage()
    for number in 0..<300 { try stage.submit("job-\(number)", of: "t\(number % 5)") }
    // Into the one file, without the log.
    try StoreStage.sqlite(stage.path, "c.execute('PRAGMA wal_checkpoint(TRUNCATE)')")
    let whole = try stage.folder.bytes("jobs.db")
    let other = try ScratchFolder()
    for page in stride(from: 1, to: whole.count / 4096, by: 2) {
      var bytes = whole
      for offset in 0..<64 { bytes[page * 4096 + offset] ^= 0xA5 }
      try other.write(bytes, to: "p\(page).db")
      let text = reason(other.path("p\(page).db"))?.description ?? ""
      #expect(text.contains("damaged"), "page \(page): \(text)")
      #expect(!text.contains("\n"))
    }
    try other.write(whole.prefix(whole.count / 2), to: "half.db")
    #expect(reason(other.path("half.db"))?.description.contains("damaged") == true)
    try other.write(whole, to: "whole.db")
    #expect(try SQLiteStore(path: other.path("whole.db")).counts()[.queued] == 300)
  }

  @Test func `a store that cannot be used says that another process holds it`() throws {
    let stage = try StoreStage(isService: true)
    #expect(reason(stage.path, isService: true) == .locked(path: stage.path))
    // Without the service's place it may be opened, as the tool does for keys.
    let second = try SQLiteStore(path: stage.path, busyMilliseconds: 50)
    let holder = try Program.python.start(
      [
        "-c",
        """
        import sqlite3, sys, time
        c = sqlite3.connect(sys.argv[1], isolation_level=None)
        c.execute("BEGIN IMMEDIATE")
        print("held", file=sys.stderr, flush=True)
        time.sleep(600)
        """, stage.path,
      ], in: stage.folder)
    #expect(holder.waitForError(containing: "held"))
    #expect(throws: StoreError.locked(path: stage.path)) {
      try second.submit(StoreStage.job("a1"), key: nil, limits: StoreStage.roomy)
    }
    // Reading goes on.
    #expect(try second.counts()[.queued] == 0)
    holder.send(SIGKILL)
    _ = try holder.end()
    _ = try second.submit(StoreStage.job("a1"), key: nil, limits: StoreStage.roomy)
    #expect(try stage.store.job("a1") != nil)
  }

  @Test
  func `a store that cannot be used gives the service's place back when the process is killed`()
    throws
  {
    let folder = try ScratchFolder()
    let running = try CrashProbe.program.start([folder.path("jobs.db"), "x"], in: folder)
    #expect(running.waitForError(containing: "open"))
    #expect(
      reason(folder.path("jobs.db"), isService: true) == .locked(path: folder.path("jobs.db")))
    running.send(SIGKILL)
    _ = try running.end()
    _ = try SQLiteStore(path: folder.path("jobs.db"), isService: true)
  }

  @Test(arguments: [64, 200, 700])
  func
    `a store that cannot be used says that the disk is full, and goes on when there is room again`(
      blocks: Int
    ) throws
  {
    let folder = try ScratchFolder()
    let path = folder.path("jobs.db")
    // A limit of the size of files acts as a full disk does; its signal is ignored.
    let outcome = try Program.shell.run(
      ["-c", "trap '' XFSZ; ulimit -f \(blocks); exec \(CrashProbe.program.path) \(path) x"],
      in: folder)
    #expect(outcome.exitCode == 1)
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(lines.last == "error \(StoreError.diskFull(path: path))", "\(lines.last ?? "")")
    let store = try SQLiteStore(path: path)
    for line in lines where line.hasPrefix("queued ") {
      #expect(try store.job(String(line.dropFirst(7))) != nil)
    }
    let more = StoreStage.job("more")
    #expect(try store.submit(more, key: nil, limits: StoreStage.roomy) == .accepted(more))
  }

  @Test func `the files of a store are read by no other user`() throws {
    let stage = try StoreStage(isService: true)
    try stage.submit("a1")
    for name in try stage.folder.names() {
      let attributes = try FileManager.default.attributesOfItem(atPath: stage.folder.path(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    #expect(
      try stage.folder.names() == [
        "jobs.db", "jobs.db-shm", "jobs.db-wal", "jobs.db.lock", "jobs.db.reserve",
      ])
  }
}
