import Store
import TestSupport
import Testing

@Suite(.onEachStore) struct RetentionTests {
  /// Jobs that end at times 10, 20 and so on with 100 bytes each, and one of 1000 bytes that still waits.
  private func stage(ended: Int) throws -> StoreStage {
    let stage = try StoreStage()
    for number in 1...ended {
      try stage.submit("a\(number)")
      let hold = try #require(try stage.store.claim(by: "w", at: 1)).hold
      let ending = JobEnding(state: .done, time: Int64(10 * number), storedBytes: 100)
      _ = try stage.store.finish(hold, ending)
    }
    var waiting = StoreStage.job("waiting")
    waiting.storedBytes = 1000
    _ = try stage.store.submit(waiting, key: nil, limits: StoreStage.roomy)
    return stage
  }

  @Test(arguments: [
    (before: 0, keeping: 1500, limit: 9, taken: 0),
    (before: 20, keeping: 1500, limit: 9, taken: 1),
    (before: 21, keeping: 1500, limit: 9, taken: 2),
    (before: 0, keeping: 1499, limit: 9, taken: 1),
    (before: 0, keeping: 1400, limit: 9, taken: 1),
    (before: 0, keeping: 1399, limit: 9, taken: 2),
    // What went for its age is not counted towards the total a second time.
    (before: 21, keeping: 1300, limit: 9, taken: 2),
    (before: 21, keeping: 1299, limit: 9, taken: 3),
    (before: 0, keeping: 0, limit: 9, taken: 5),
    (before: 99, keeping: 0, limit: 3, taken: 3),
    (before: 99, keeping: 0, limit: 0, taken: 0),
  ])
  func `retention takes the oldest by age and by size, and nothing that has not ended`(
    before: Int, keeping: Int, limit: Int, taken: Int
  ) throws {
    let store = try stage(ended: 5).store
    let jobs = try store.expired(
      finishedBefore: Int64(before), keepingBytes: Int64(keeping), limit: limit)
    #expect(jobs.map(\.id) == (0..<taken).map { "a\($0 + 1)" })
  }

  @Test func `jobs whose files may not be kept are named once they have ended`() throws {
    let stage = try StoreStage()
    for (id, endsAt, ends) in [("a", Int64(50), true), ("b", 40, true), ("c", 30, false)] {
      var job = StoreStage.job(id, of: "ada")
      job.endsAt = endsAt
      _ = try stage.store.submit(job, key: nil, limits: StoreStage.roomy)
      guard ends else { continue }
      let hold = try #require(try stage.store.claim(by: "w", at: 1)).hold
      _ = try stage.store.finish(hold, JobEnding(state: .done, time: 2, storedBytes: 1))
    }
    func lapsed(_ time: Int64, _ passedOver: Set<String> = [], limit: Int = 9) throws -> [String] {
      try stage.store.lapsed(at: time, passingOver: passedOver, limit: limit).map(\.id)
    }
    #expect(try lapsed(39) == [] && lapsed(40) == ["b"] && lapsed(50) == ["b", "a"])
    #expect(try lapsed(99, limit: 1) == ["b"] && lapsed(99, ["b"], limit: 1) == ["a"])
    #expect(try stage.store.job("a", of: "ada")?.endsAt == 50)
  }

  /// Jobs of several tenants, each with its bytes, that end in their order at times 1, 2 and so on.
  private func stage(_ jobs: [(id: String, tenant: String, bytes: Int)]) throws -> StoreStage {
    let stage = try StoreStage()
    for (index, job) in jobs.enumerated() {
      try stage.submit(job.id, of: job.tenant)
      let hold = try #require(try stage.store.claim(by: "w", at: 1)).hold
      let ending = JobEnding(state: .done, time: Int64(index + 1), storedBytes: Int64(job.bytes))
      _ = try stage.store.finish(hold, ending)
    }
    return stage
  }

  private func taken(
    _ store: any ServiceStore, before: Int = 0, keeping: Int, passingOver: Set<String> = []
  ) throws -> [String] {
    try store.expired(
      finishedBefore: Int64(before), keepingBytes: Int64(keeping), passingOver: passingOver,
      limit: 99
    ).map(\.id)
  }

  @Test func `retention takes by size from the tenant that holds the most, its oldest first`()
    throws
  {
    // Ada's jobs are older than all of Bob's, and hold less.
    let store = try stage([
      ("a1", "ada", 100), ("a2", "ada", 100), ("b1", "bob", 300), ("b2", "bob", 300),
      ("b3", "bob", 300), ("c1", "cid", 50),
    ]).store
    #expect(try taken(store, keeping: 1150) == [])
    #expect(try taken(store, keeping: 1149) == ["b1"])
    #expect(try taken(store, keeping: 849) == ["b1", "b2"])
    // Bob holds 300 now, the others 200 and 50.
    #expect(try taken(store, keeping: 549) == ["b1", "b2", "b3"])
    #expect(try taken(store, keeping: 249) == ["b1", "b2", "b3", "a1"])
    #expect(try taken(store, keeping: 149) == ["b1", "b2", "b3", "a1", "a2"])
    #expect(try taken(store, keeping: 0) == ["b1", "b2", "b3", "a1", "a2", "c1"])
    // What goes by age lightens its tenant first.
    #expect(try taken(store, before: 3, keeping: 949) == ["a1", "a2", "b1"])
    #expect(try taken(store, before: 4, keeping: 599) == ["a1", "a2", "b1", "b2"])
  }

  @Test
  func `retention leaves a tenant alone that holds less than its share, whatever others send`()
    throws
  {
    let flood = (1...40).map { (id: "b\($0)", tenant: "bob", bytes: 100) }
    let stage = try stage([("a1", "ada", 500)] + flood)
    // A recording that waits is held too, and is not taken.
    var waiting = StoreStage.job("waiting", of: "bob")
    waiting.storedBytes = 400
    _ = try stage.store.submit(waiting, key: nil, limits: StoreStage.roomy)
    #expect(try taken(stage.store, keeping: 1000) == flood.prefix(39).map(\.id))
    #expect(try taken(stage.store, keeping: 999) == flood.prefix(39).map(\.id) + ["a1"])
    #expect(try taken(stage.store, keeping: 0) == flood.prefix(39).map(\.id) + ["a1", "b40"])
  }

  @Test func `retention goes past what it is told to, which still weighs`() throws {
    let store = try stage([
      ("a1", "ada", 100), ("b1", "bob", 300), ("b2", "bob", 10), ("b3", "bob", 10),
    ]).store
    #expect(try taken(store, keeping: 319, passingOver: ["b1"]) == ["b2", "b3", "a1"])
    #expect(try taken(store, before: 3, keeping: 999, passingOver: ["b1"]) == ["a1"])
    #expect(try taken(store, before: 9, keeping: 0, passingOver: ["a1", "b2"]) == ["b1", "b3"])
    // However many come before it.
    let first = try store.expired(
      finishedBefore: 9, keepingBytes: 0, passingOver: ["a1", "b1", "b2"], limit: 1)
    #expect(first.map(\.id) == ["b3"])
  }

  @Test func `retention takes no job by size that weighs nothing`() throws {
    let store = try stage([("a0", "ada", 0), ("a1", "ada", 10), ("a2", "ada", 0)]).store
    #expect(try taken(store, keeping: 0) == ["a1"])
    #expect(try taken(store, before: 2, keeping: 0) == ["a0", "a1"])
  }

  @Test func `retention counts nothing for a job that was cancelled, whose files are gone`() throws
  {
    let store = try stage(ended: 1).store
    #expect(try store.expired(finishedBefore: 0, keepingBytes: 1000, limit: 9).count == 1)
    #expect(try store.cancel("waiting", of: "ada", at: 5)?.storedBytes == 0)
    #expect(try store.expired(finishedBefore: 0, keepingBytes: 100, limit: 9).isEmpty)
  }

  @Test func `retention forgets a job that is removed`() throws {
    let store = try stage(ended: 2).store
    try store.remove("a1")
    try store.remove("no such job")
    #expect(try store.job("a1") == nil)
    #expect(try store.jobs(of: "ada", after: nil, limit: 9).map(\.id) == ["waiting", "a2"])
    #expect(
      try store.counts() == [.queued: 1, .rendering: 0, .done: 1, .failed: 0, .cancelled: 0])
  }
}
