import Store
import TestSupport
import Testing

@Suite struct JobTests {
  @Test func `the store's jobs come back as they were, whatever is in them`() throws {
    let stage = try StoreStage()
    let odd = "a\u{0}b '); DROP TABLE job; -- \u{1F409} \u{202E}\n\r\\\""
    var job = JobRecord(
      id: odd, tenant: odd + "t", request: odd, createdAt: .min, frameCount: .max,
      storedBytes: .max, webhookURL: odd)
    #expect(
      try stage.store.submit(job, key: nil, limits: StoreStage.roomy) == .accepted(job))
    let claimed = try #require(try stage.store.claim(by: odd, at: -1))
    (job.state, job.startedAt, job.attempts) = (.rendering, -1, 1)
    #expect(claimed == job)
    let ending = JobEnding(
      state: .failed, time: .max, frames: 7, failure: .init(code: odd, detail: ""),
      notes: [odd, "", "x"], storedBytes: 12)
    #expect(try stage.store.finish(odd, by: odd, ending))
    (job.state, job.finishedAt, job.frame) = (.failed, .max, 7)
    (job.failure, job.notes, job.storedBytes) = (ending.failure, ending.notes, 12)
    let reopened = try SQLiteStore(path: stage.path)
    #expect(try reopened.job(odd, of: odd + "t") == job)
    #expect(try reopened.jobs(of: odd + "t", after: nil, limit: 5) == [job])
  }

  @Test func `the store's jobs are nobody else's`() throws {
    let stage = try StoreStage()
    try stage.submit("a1", of: "ada")
    try stage.submit("b1", of: "bob")
    #expect(try stage.store.job("a1", of: "bob") == nil)
    #expect(try stage.store.cancel("a1", of: "bob", at: 5) == nil)
    #expect(try stage.store.job("a1", of: "ada")?.state == .queued)
    #expect(try stage.store.jobs(of: "bob", after: nil, limit: 9).map(\.id) == ["b1"])
    #expect(try stage.store.jobs(of: "bob", after: "a1", limit: 9).isEmpty)
    #expect(try stage.store.jobs(of: "", after: nil, limit: 9).isEmpty)
  }

  @Test func `the store's jobs are listed newest first, page by page`() throws {
    let stage = try StoreStage()
    // Times say nothing: a clock may have been set back.
    for number in 1...7 { try stage.submit("j\(number)", at: Int64(100 - number)) }
    let store = stage.store
    #expect(try store.jobs(of: "ada", after: nil, limit: 3).map(\.id) == ["j7", "j6", "j5"])
    #expect(try store.jobs(of: "ada", after: "j5", limit: 3).map(\.id) == ["j4", "j3", "j2"])
    #expect(try store.jobs(of: "ada", after: "j2", limit: 3).map(\.id) == ["j1"])
    #expect(try store.jobs(of: "ada", after: "j1", limit: 3).isEmpty)
    #expect(try store.jobs(of: "ada", after: "no such job", limit: 3).isEmpty)
    #expect(try store.jobs(of: "ada", after: nil, limit: -1).isEmpty)
  }

  @Test func `the store's jobs wait no more than may, of one tenant and of all`() throws {
    let stage = try StoreStage()
    let limits = QueueLimits(all: 3, perTenant: 2)
    func submit(_ id: String, _ tenant: String) throws {
      _ = try stage.store.submit(StoreStage.job(id, of: tenant), key: nil, limits: limits)
    }
    try submit("a1", "ada")
    try submit("a2", "ada")
    #expect(throws: StoreError.queueFull(limit: 2)) { try submit("a3", "ada") }
    try submit("b1", "bob")
    #expect(throws: StoreError.queueFull(limit: 3)) { try submit("c1", "cid") }
    // One that is being rendered does not wait any more.
    #expect(try stage.store.claim(by: "w", at: 1)?.id == "a1")
    try submit("c1", "cid")
    #expect(try stage.store.job("a3", of: "ada") == nil)
  }

  @Test
  func
    `the store's jobs are served in turns, so that one tenant's many do not keep the others waiting`()
    throws
  {
    let stage = try StoreStage()
    for number in 1...4 { try stage.submit("a\(number)", of: "ada") }
    try stage.submit("b1", of: "bob")
    try stage.submit("c1", of: "cid")
    var order: [String] = []
    for _ in 1...4 { order.append(try stage.store.claim(by: "w", at: 1)?.id ?? "-") }
    // Bob comes back, and may not go before Ada each time for having an empty queue.
    try stage.submit("b2", of: "bob")
    for _ in 1...3 { order.append(try stage.store.claim(by: "w", at: 1)?.id ?? "-") }
    #expect(order == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"])
  }

  @Test func `the store's jobs keep their place when they are handed back or recovered`() throws {
    let stage = try StoreStage()
    for id in ["a1", "a2", "a3"] { try stage.submit(id) }
    _ = try stage.store.claim(by: "one", at: 1)
    _ = try stage.store.claim(by: "two", at: 2)
    try stage.store.handBack("a1", by: "two")
    #expect(try stage.store.job("a1")?.state == .rendering)
    #expect(try stage.store.report("a1", by: "one", trackedFrames: 5, frame: 9, frameCount: 20))
    #expect(try stage.store.job("a1")?.trackedFrames == 5)
    try stage.store.handBack("a1", by: "one")
    #expect(try stage.store.recover() == ["a2"])
    let again = try #require(try stage.store.claim(by: "three", at: 3))
    #expect((again.id, again.attempts, again.frame, again.frameCount) == ("a1", 2, 0, 20))
    #expect(again.trackedFrames == 0)
    #expect(try stage.store.claim(by: "three", at: 4)?.id == "a2")
    #expect(
      try !stage.store.report("a1", by: "one", trackedFrames: 0, frame: 9, frameCount: nil))
  }

  @Test func `the store's jobs that are cancelled are out of the worker's hands`() throws {
    let stage = try StoreStage()
    try stage.submit("a1")
    _ = try stage.store.claim(by: "w", at: 1)
    #expect(try stage.store.cancel("a1", of: "ada", at: 2)?.state == .cancelled)
    #expect(try !stage.store.report("a1", by: "w", trackedFrames: 0, frame: 1, frameCount: nil))
    #expect(try !stage.store.finish("a1", by: "w", JobEnding(state: .done, time: 3)))
    try stage.store.handBack("a1", by: "w")
    let job = try #require(try stage.store.cancel("a1", of: "ada", at: 4))
    #expect((job.state, job.finishedAt) == (.cancelled, 2))
  }

  @Test func `the store's jobs end only in a state that is an end`() throws {
    let stage = try StoreStage()
    try stage.submit("a1")
    _ = try stage.store.claim(by: "w", at: 1)
    #expect(throws: StoreError.self) {
      try stage.store.finish("a1", by: "w", JobEnding(state: .queued, time: 3))
    }
    #expect(try stage.store.job("a1")?.state == .rendering)
  }
}
