import Access
import Backup
import Foundation
import Jobs
import Problems
import SQLiteStorage
import Store
import TestSupport
import Testing

/// What a backup holds, whatever happens while it is made.
@Suite struct BackupTests {
  @Test func `a restored folder has what is served of each job, and nothing else`() throws {
    let stage = try BackupStage.full()
    // What a worker, an upload and a death leave.
    for name in ["jobs/r1/1/half.mp4", "jobs/r1/owner.partial", "incoming/i1/recording/video"] {
      try stage.folder.write("not yet", to: "data/\(name)")
    }
    for name in ["spool/x", "previews/x.png", "sample/picture.jpg", "set-aside/x/jobs/y/owner"] {
      try stage.folder.write("not needed", to: "data/\(name)")
    }
    let before = try stage.tree("data")
    let summary = try stage.back()
    #expect(summary.jobs == 5 && summary.jobsRemovedMeanwhile == 0)
    #expect(summary.jobsWithoutFiles == [] && summary.damagedPackages == [])
    let restored = try stage.restore()
    #expect((restored.entries, restored.bytes) == (summary.entries, summary.bytes))

    let kept = try stage.tree("restored")
    let sent = ["owner", "request.json", "recording/video", "recording/tracking"]
    let result = ["owner", "request.json", "1/output.mp4", "1/placements.jsonl", "1/poster.jpg"]
    let expected =
      result.map { "jobs/d1/\($0)" } + sent.map { "jobs/r1/\($0)" } + sent.map { "jobs/w1/\($0)" }
      + before.keys.filter { $0.hasPrefix("avatars/") } + ["service.sqlite"]
    #expect(Set(kept.keys) == Set(expected))
    #expect(kept.count == summary.entries)
    for (path, bytes) in kept where path != "service.sqlite" {
      #expect(before[path] == bytes, "\(path)")
    }
    for path in kept.keys.flatMap({ [$0, ($0 as NSString).deletingLastPathComponent] }) {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: stage.folder.path("restored/\(path)"))
      let mode = attributes[.posixPermissions] as? Int
      switch attributes[.type] as? FileAttributeType {
      case .typeRegular: #expect(mode == 0o600, "\(path)")
      case .typeDirectory: #expect(mode == 0o700, "\(path)")
      default: break
      }
    }
  }

  @Test func `a restored database has the jobs, the keys and what was sent under a key`() throws {
    let stage = try BackupStage.full()
    let key = try APIKey()
    try stage.store.add(
      KeyRecord(of: key, tenant: "ada", name: "x", scopes: [.renders], createdAt: 1, expiresAt: nil)
    )
    let signing = try stage.store.signingKeys(for: .links, at: 1)
    try stage.back()
    try stage.restore()
    let store = try SQLiteStore(path: stage.folder.path("restored/service.sqlite"), isService: true)
    #expect(try store.counts() == stage.store.counts())
    #expect(try store.keys(of: nil) == stage.store.keys(of: nil))
    #expect(try store.signingKeys(for: .links, at: 1).current == signing.current)
    #expect(try store.job("w1") == stage.store.job("w1"))
    #expect(try store.expire(at: 3) == ["r1"])
    // Retention counts what is there.
    let kept = try stage.tree("restored").filter { $0.key.hasPrefix("jobs/d1/") }
    #expect(try store.job("d1")?.storedBytes == Int64(kept.values.map(\.utf8.count).reduce(0, +)))
    #expect(try store.job("f1")?.storedBytes == 0)
    var again = JobRecord(id: "w9", tenant: "ada", request: "{}", createdAt: 2)
    let once = IdempotencyKey(value: "once", fingerprint: "same")
    let limits = QueueLimits(all: 9, perTenant: 9)
    guard case .repeated(let job) = try store.submit(again, key: once, limits: limits) else {
      Issue.record("the request was not known")
      return
    }
    #expect(job.id == "w1")
    again.tenant = "bob"
    #expect(try store.submit(again, key: once, limits: limits) == .accepted(again))
  }

  /// All that happens between the database's snapshot and the last file: what the first file's copying sees.
  @Test func `jobs that change while the backup is made are as they were, or not in it`() throws {
    let stage = try BackupStage()
    for id in ["stays", "removed", "retained"] { try stage.done(id) }
    try stage.wait("begun")
    _ = try stage.store.claim(by: "runner", at: 6, leasedUntil: 60_000)
    for id in ["ends", "cancelled", "waits", "lost"] { try stage.wait(id) }
    try FileManager.default.removeItem(atPath: "\(stage.data)/jobs/lost")
    let summary = try stage.back(progress: { done, _ in
      guard done == 1 else { return }
      do { try change(stage) } catch { Issue.record(error) }
    })
    #expect(summary.jobsRemovedMeanwhile == 3)
    #expect(summary.jobsWithoutFiles == ["lost"])
    try stage.restore()
    let store = try SQLiteStore(path: stage.folder.path("restored/service.sqlite"))
    let counts = try store.counts()
    #expect((counts[.queued], counts[.rendering], counts[.done]) == (3, 1, 1))
    for id in ["removed", "retained", "cancelled", "late"] {
      #expect(try store.job(id) == nil, "\(id)")
      #expect(!FileManager.default.fileExists(atPath: stage.folder.path("restored/jobs/\(id)")))
    }
    #expect(try store.job("ends")?.state == .queued)
    #expect(try stage.folder.names(in: "restored/jobs") == ["begun", "ends", "stays", "waits"])
    #expect(
      try stage.folder.names(in: "restored/jobs/ends") == [
        "crashes", "owner", "recording", "request.json",
      ])
  }

  private func change(_ stage: BackupStage) throws {
    // By a client: the record goes first.
    try stage.store.remove("removed")
    try stage.jobs.folder(of: "removed").remove()
    // By retention: the files go first, the record a moment later.
    try stage.jobs.folder(of: "retained").remove()
    let store = stage.store
    Thread.detachNewThread {
      usleep(200_000)
      try? store.remove("retained")
    }
    _ = try stage.store.cancel("cancelled", of: BackupStage.tenant, at: 7)
    try stage.jobs.folder(of: "cancelled").remove()
    try stage.wait("late")
    while let job = try stage.store.claim(by: "runner", at: 8, leasedUntil: 60_000) {
      if job.id == "ends" { return try stage.finish(job.hold) }
    }
    Issue.record("the job was not claimed")
  }

  @Test
  func `a package that is replaced while it is looked for is the one that its name means then`()
    throws
  {
    let stage = try BackupStage()
    try stage.package("a", "first")
    let old = try stage.package("b", "second")
    try stage.package("c", "second")
    try stage.back(progress: { done, _ in
      guard done == 1 else { return }
      do {
        try stage.package("b", "third")
        try FileManager.default.removeItem(
          atPath: "\(stage.data)/\(BackupStage.tenantFolder)/\(old)")
      } catch { Issue.record(error) }
    })
    try stage.restore()
    let names = try stage.folder.names(in: "restored/\(BackupStage.tenantFolder)")
    #expect(names == [".packages", "a", "b"])
    let tree = try stage.tree("restored")
    let target = try #require(tree["\(BackupStage.tenantFolder)/b"]?.dropFirst(3))
    #expect(tree["\(BackupStage.tenantFolder)/\(target)"] == "third")
  }

  @Test func `a package with other bytes than were uploaded is told`() throws {
    let stage = try BackupStage()
    let file = try stage.package("a", "first")
    try stage.folder.write("FIRST", to: "data/\(BackupStage.tenantFolder)/\(file)")
    #expect(try stage.back().damagedPackages == ["\(BackupStage.tenantFolder)/\(file)"])
  }

  private func code(_ work: () throws -> some Any) -> (ProblemCode?, String) {
    do {
      _ = try work()
      return (nil, "")
    } catch {
      return ((error as? any ProblemReporting)?.problemCode, "\(error)")
    }
  }

  @Test func `an output that is there is kept, unless it is a backup that is to be replaced`()
    throws
  {
    let stage = try BackupStage.full()
    try stage.back()
    let first = try stage.tree("backup")
    #expect(code { try stage.back() }.0 == .outputExists)
    #expect(try stage.tree("backup") == first)
    try stage.wait("w2")
    #expect(try stage.back(overwrites: true).jobs == 6)
    try stage.folder.write("mine", to: "other/file")
    #expect(code { try stage.back("other", overwrites: true) }.0 == .outputExists)
    #expect(try stage.tree("other") == ["file": "mine"])
    let (inside, words) = code { try stage.back("data/backup") }
    #expect(inside == .usage && words.contains("lies in the data folder"))
    #expect(code { try stage.back("none/backup") }.0 == .cannotWrite)
    let empty = BackupWriter(
      of: stage.folder.path("other"), to: stage.folder.path("b"), program: "1")
    let (missing, advice) = code { try empty.run() }
    #expect(missing == .inputNotFound && advice.contains("--data"))
    #expect(try stage.folder.names() == ["backup", "data", "other"])
  }

  @Test func `a database that cannot be used is not backed up`() throws {
    for (script, says) in [
      ("c.execute('PRAGMA user_version = 99')", "newer version (its schema is 99"),
      ("c.execute('PRAGMA application_id = 7')", "another program's"),
      ("c.execute('CREATE TRIGGER t AFTER UPDATE ON job BEGIN DELETE FROM job; END')", "trigger t"),
    ] {
      let stage = try BackupStage.full()
      try Program.python.succeed(
        [
          "-c", "import sqlite3, sys\nc = sqlite3.connect(sys.argv[1])\n\(script)\nc.commit()",
          "\(stage.data)/service.sqlite",
        ], in: stage.folder)
      let (found, words) = code { try stage.back() }
      #expect(found == .badStore && words.contains(says), "\(words)")
      #expect(try stage.folder.names() == ["data"])
    }
  }

  @Test func `what is cancelled leaves nothing behind`() throws {
    let stage = try BackupStage.full()
    var asked = 0
    #expect(code { try stage.back(isCancelled: { true }) }.0 == .interrupted)
    for limit in [2, 4, 7] {
      asked = 0
      let (found, _) = code {
        try stage.back(isCancelled: {
          asked += 1
          return asked > limit
        })
      }
      #expect(found == .interrupted)
      #expect(try stage.folder.names() == ["data"])
    }
    try stage.back()
    for limit in [0, 15, 20] {
      asked = 0
      let (found, _) = code {
        try stage.restore(isCancelled: {
          asked += 1
          return asked > limit
        })
      }
      #expect(found == .interrupted)
      #expect(try stage.folder.names() == ["backup", "data"])
    }
  }

  @Test func `of two at once one makes the backup, and the other is refused`() throws {
    let stage = try BackupStage.full()
    var other: ProblemCode?
    try stage.back(progress: { done, _ in
      if done == 1 { other = code { try stage.back() }.0 }
    })
    #expect(other == .storageBusy)
    #expect(try stage.folder.names() == ["backup", "data"])
    #expect(try stage.restore().jobs == 5)
  }
}
