import Foundation
import SQLiteStorage
import Store
import TestSupport
import Testing

/// What the store knows of persons who are erased.
@Suite struct ErasureTests {
  private static let subject = "child-4711"

  /// A job that shows someone.
  private static func job(
    _ id: String, of tenant: String = "ada", showing subject: String? = subject
  ) -> JobRecord {
    var job = StoreStage.job(id, of: tenant)
    job.subject = subject
    job.request = "{\"provenance\":{\"subject\":\"\(subject ?? "")\"}}"
    job.webhookURL = "https://example.org/"
    return job
  }

  /// Whether any file of a folder has a text, by Foundation alone.
  private static func holds(_ text: String, _ folder: ScratchFolder) throws -> Bool {
    try folder.names().contains { name in
      try Data(contentsOf: folder.url.appending(path: name)).range(of: Data(text.utf8)) != nil
    }
  }

  @Test(.onEachStore)
  func `an erasure takes the jobs of its tenant and subject that were accepted before`() throws {
    let store = try StoreStage().store
    for job in [
      Self.job("a1"), Self.job("a2", showing: "other"), Self.job("a3"),
      Self.job("a4", showing: nil),
      Self.job("b1", of: "bob"),
    ] {
      _ = try store.submit(
        job, key: IdempotencyKey(value: job.id, fingerprint: "f"), limits: StoreStage.roomy)
    }
    #expect(try store.tenants(showing: Self.subject) == ["ada", "bob"])
    #expect(try store.erasures().isEmpty)
    try store.beginErasure(of: Self.subject, tenant: "ada")
    _ = try store.submit(Self.job("a5"), key: nil, limits: StoreStage.roomy)
    let begun = try #require(try store.erasures().first)
    #expect(begun.subject == Self.subject && begun.tenant == "ada")
    #expect(try store.jobs(of: begun, limit: 9).map(\.id) == ["a1", "a3"])
    #expect(try store.jobs(of: begun, limit: 1).map(\.id) == ["a1"])
    // Begun again, it takes what came since, and stays one.
    try store.beginErasure(of: Self.subject, tenant: "ada")
    let again = try #require(try store.erasures().first)
    #expect(try store.erasures().count == 1)
    #expect(try store.jobs(of: again, limit: 9).map(\.id) == ["a1", "a3", "a5"])
    let digest = String(repeating: "0a", count: 32)
    let files = [
      ErasedFile(sha256: digest, bytes: 7, tenant: "ada", erasedAt: 70),
      ErasedFile(sha256: digest, bytes: 7, tenant: "bob", erasedAt: 80),
    ]
    try store.noteErased(files)
    try store.noteErased([ErasedFile(sha256: digest, bytes: 7, tenant: "ada", erasedAt: 99)])
    #expect(Set(try store.erasedFiles()) == Set(files))
    for id in ["a1", "a3", "a5"] { try store.remove(id) }
    try store.endErasure(again)
    #expect(try store.erasures().isEmpty && store.tenants(showing: Self.subject) == ["bob"])
    #expect(try store.job("a2")?.subject == "other" && store.job("b1")?.subject == Self.subject)
    #expect(try store.job("a4")?.subject == nil)
    // Its key may be used for another job.
    let key = IdempotencyKey(value: "a1", fingerprint: "g")
    let fresh = Self.job("a6", showing: nil)
    #expect(try store.submit(fresh, key: key, limits: StoreStage.roomy) == .accepted(fresh))
  }

  @Test(.onEachStore)
  func `an erasure that is continued takes nothing that was accepted after it began`() throws {
    let store = try StoreStage().store
    _ = try store.submit(Self.job("a1"), key: nil, limits: StoreStage.roomy)
    try store.beginErasure(of: Self.subject, tenant: "ada")
    // The store is empty then, and counts from the start.
    try store.remove("a1")
    _ = try store.submit(Self.job("a2"), key: nil, limits: StoreStage.roomy)
    let begun = try #require(try store.erasures().first)
    #expect(try store.jobs(of: begun, limit: 9).isEmpty)
    try store.endErasure(begun)
    #expect(try store.job("a2")?.subject == Self.subject)
  }

  @Test func `nothing of a subject is left in the bytes of the database's files`() throws {
    let stage = try StoreStage()
    for number in 0..<200 {
      var job = Self.job("j\(number)", showing: number == 120 ? Self.subject : "someone")
      // Rows of many pages, and some that fit into one with others.
      job.request += String(repeating: "x", count: number * 37)
      _ = try stage.store.submit(job, key: nil, limits: StoreStage.roomy)
    }
    #expect(try Self.holds(Self.subject, stage.folder))
    // As retention removes it: the file still has what was deleted.
    _ = try stage.store.cancel("j120", of: "ada", at: 5)
    try stage.store.remove("j120")
    #expect(try Self.holds(Self.subject, stage.folder))
    try stage.store.beginErasure(of: Self.subject, tenant: "ada")
    try stage.store.endErasure(try #require(try stage.store.erasures().first))
    #expect(try !Self.holds(Self.subject, stage.folder))
    #expect(try Self.holds("someone", stage.folder))
    #expect(try stage.store.job("j119")?.subject == "someone")
    #expect(try stage.store.counts()[.queued] == 199)
  }

  @Test func `what was not overwritten for a reader's sake is overwritten at the next try`() throws
  {
    let folder = try ScratchFolder()
    let path = folder.path("jobs.db")
    let store = try SQLiteStore(path: path, busyMilliseconds: 50)
    _ = try store.submit(Self.job("a1"), key: nil, limits: StoreStage.roomy)
    let script = """
      import sqlite3, sys, time
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute('BEGIN'); c.execute('SELECT * FROM job').fetchall()
      print('reading', file=sys.stderr, flush=True); time.sleep(60)
      """
    let reader = try Program.python.start(["-c", script, path], in: folder)
    try #require(reader.waitForError(containing: "reading"))
    try store.beginErasure(of: Self.subject, tenant: "ada")
    try store.remove("a1")
    let erasure = try #require(try store.erasures().first)
    #expect(throws: StoreError.locked(path: path)) { try store.endErasure(erasure) }
    // The subject is in no row any more, and what is left to do is known, also to the next process.
    let left = try #require(try SQLiteStore(path: path).erasures().first)
    #expect(left.subject == nil && left.tenant == "ada")
    reader.send(SIGKILL)
    _ = try reader.end()
    try store.endErasure(left)
    #expect(try store.erasures().isEmpty)
    #expect(try !Self.holds(Self.subject, folder))
  }
}
