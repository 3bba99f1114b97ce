import SQLiteStorage
import Store
import TestSupport
import Testing

/// Databases of earlier versions.
@Suite struct MigrationTests {
  @Test func `a database of the first version is taken over whole`() throws {
    let folder = try ScratchFolder()
    let path = folder.path("jobs.db")
    do {
      let store = try SQLiteStore(path: path)
      for (id, tenant, bytes) in [("a1", "ada", 100), ("b1", "bob", 200), ("b2", "bob", 0)] {
        let job = StoreStage.job(id, of: tenant)
        _ = try store.submit(job, key: nil, limits: StoreStage.roomy)
        let hold = try #require(try store.claim(by: "w", at: 1)).hold
        guard bytes > 0 else { continue }
        _ = try store.finish(
          hold, JobEnding(state: .done, time: 2, storedBytes: Int64(bytes)))
      }
    }
    let columns = [
      "tracked_frames", "faces_drawn_frames", "leased_until", "result_attempt",
      "uncounted_attempts", "purges_inputs", "inputs_purged_at", "ends_at",
      "subject",
    ]
    try StoreStage.sqlite(
      path,
      "c.execute('DROP INDEX job_weight'); c.execute('DROP INDEX job_to_purge'); "
        + "c.execute('DROP INDEX job_ends'); c.execute('DROP INDEX job_of_subject'); "
        + "c.execute('DROP TABLE erasure_job'); c.execute('DROP TABLE erasure'); "
        + "c.execute('DROP TABLE erased'); "
        + "c.execute('ALTER TABLE api_key DROP COLUMN purges_inputs'); "
        + columns.map { "c.execute('ALTER TABLE job DROP COLUMN \($0)'); " }.joined()
        + "c.execute('PRAGMA user_version = 1')")
    let store = try SQLiteStore(path: path)
    let taken = try store.expired(finishedBefore: 0, keepingBytes: 299, limit: 9)
    #expect(taken.map(\.id) == ["b1"])
    // Its output lies where that version put it, and what it was rendering has no lease.
    #expect(taken.first?.resultAttempt == nil)
    #expect(try store.expire(at: 0) == ["b2"])
    try StoreStage.sqlite(
      path,
      "assert c.execute('PRAGMA user_version').fetchone() == (8,); "
        + "assert c.execute('PRAGMA index_info(job_weight)').fetchall()")
  }

  @Test func `the subjects of jobs are found in what was asked before there was a column`() throws {
    let folder = try ScratchFolder()
    let path = folder.path("jobs.db")
    let requests = [
      ("named", #"{"media":"video","provenance":{"subject":"child-4 \"Zo\u00eb\""}}"#),
      ("unnamed", #"{"media":"video","provenance":{"device":"Pixel 9"}}"#),
      ("number", #"{"provenance":{"subject":4}}"#), ("list", #"{"provenance":["subject"]}"#),
      ("no JSON", "{provenance"), ("elsewhere", #"{"subject":"child-4"}"#),
    ]
    do {
      let store = try SQLiteStore(path: path)
      for (id, request) in requests {
        let job = JobRecord(id: id, tenant: "ada", request: request, createdAt: 1)
        _ = try store.submit(job, key: nil, limits: StoreStage.roomy)
      }
    }
    try StoreStage.sqlite(
      path,
      "c.execute('DROP INDEX job_of_subject'); c.execute('ALTER TABLE job DROP COLUMN subject'); "
        + "c.execute('DROP TABLE erasure_job'); c.execute('DROP TABLE erasure'); "
        + "c.execute('DROP TABLE erased'); "
        + "c.execute('ALTER TABLE api_key DROP COLUMN purges_inputs'); "
        + "c.execute('PRAGMA user_version = 7')")
    // A reader of a backup finds them without the column.
    var reader = try StoreReader(path: path)
    #expect(try reader.jobs(showing: "child-4 \"Zo\u{eb}\"").map(\.id) == ["named"])
    #expect(try reader.jobs(showing: "child-4").isEmpty && reader.erasures().files.isEmpty)
    let store = try SQLiteStore(path: path)
    let subjects = try requests.map { try store.job($0.0)?.subject }
    #expect(subjects == ["child-4 \"Zo\u{eb}\"", nil, nil, nil, nil, nil])
    #expect(try store.tenants(showing: "child-4 \"Zo\u{eb}\"") == ["ada"])
  }
}
