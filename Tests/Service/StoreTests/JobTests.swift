import Store
import TestSupport
import Testing

@Suite(.onEachStore) struct JobTests {
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
    #expect(try stage.store.finish(claimed.hold, ending))
    (job.state, job.finishedAt, job.frame) = (.failed, .max, 7)
    (job.failure, job.notes, job.storedBytes) = (ending.failure, ending.notes, 12)
    let reopened = try stage.reopened()
    #expect(try reopened.job(odd, of: odd + "t") == job)
    #expect(try reopened.jobs(of: odd + "t", after: nil, limit: 5) == [job])
  }

  @Test func `a tenant's jobs are no other tenant's`() throws {
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
    // Three wait; the tenant that has its share, a place of three, is refused.
    #expect(throws: StoreError.queueFull(limit: 3)) { try submit("b2", "bob") }
    // One that is being rendered does not wait any more.
    #expect(try stage.store.claim(by: "w", at: 1)?.id == "a1")
    try submit("b2", "bob")
    #expect(try stage.store.job("a3", of: "ada") == nil)
  }

  @Test func `a tenant without waiting jobs is taken in though all places are`() throws {
    let stage = try StoreStage()
    let limits = QueueLimits(all: 4, perTenant: 4)
    func submit(_ id: String, _ tenant: String) throws {
      try stage.store.checkQueue(for: tenant, limits: limits)
      _ = try stage.store.submit(StoreStage.job(id, of: tenant), key: nil, limits: limits)
    }
    func expectFull(_ tenant: String) {
      #expect(throws: StoreError.queueFull(limit: 4)) { try submit("x", tenant) }
      #expect(throws: StoreError.queueFull(limit: 4)) {
        try stage.store.checkQueue(for: tenant, limits: limits)
      }
    }
    for number in 1...4 { try submit("a\(number)", "ada") }
    expectFull("ada")
    // Of two tenants' four places two are the other's.
    try submit("b1", "bob")
    try submit("b2", "bob")
    expectFull("bob")
    // A place each, until twice as many wait as may.
    try submit("c1", "cid")
    expectFull("cid")
    try submit("d1", "dot")
    expectFull("eve")
    // Nothing that was accepted was dropped.
    #expect(try stage.store.counts()[.queued] == 8)
    _ = try stage.store.claim(by: "w", at: 1)
    try submit("e1", "eve")
    // Where no place is to be had, there is none for any tenant.
    #expect(throws: StoreError.queueFull(limit: 0)) {
      try stage.store.checkQueue(for: "fay", limits: QueueLimits(all: 0, perTenant: 4))
    }
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

  @Test func `the store's jobs keep their place when they are handed back or their leases run out`()
    throws
  {
    let stage = try StoreStage()
    let store = stage.store
    for id in ["a1", "a2", "a3"] { try stage.submit(id) }
    let one = try #require(try store.claim(by: "one", at: 1))
    _ = try store.claim(by: "two", at: 2, leasedUntil: 50, passingOver: [])
    try store.handBack(JobHold(job: "a1", attempt: 2), isCounted: true)
    #expect(try store.job("a1")?.state == .rendering)
    #expect(try store.report(one.hold, trackedFrames: 5, frame: 9, frameCount: 20))
    #expect(try store.job("a1")?.trackedFrames == 5)
    try store.handBack(one.hold, isCounted: true)
    #expect(try store.expire(at: 49).isEmpty)
    #expect(try store.expire(at: 50) == ["a2"])
    let again = try #require(try store.claim(by: "three", at: 3))
    #expect((again.id, again.attempts, again.frame, again.frameCount) == ("a1", 2, 0, 20))
    #expect(again.trackedFrames == 0)
    #expect(try store.claim(by: "three", at: 4)?.id == "a2")
    #expect(try !store.report(one.hold, trackedFrames: 0, frame: 9, frameCount: nil))
  }

  @Test func `attempts that do not count are told apart from those that do`() throws {
    let stage = try StoreStage()
    try stage.submit("a1")
    for isCounted in [false, true, false] {
      let hold = try #require(try stage.store.claim(by: "w", at: 1)).hold
      try stage.store.handBack(hold, isCounted: isCounted)
      // A hold that has ended counts no more.
      try stage.store.handBack(hold, isCounted: false)
    }
    let job = try #require(try stage.reopened().job("a1"))
    #expect((job.state, job.attempts, job.uncountedAttempts) == (.queued, 3, 2))
  }

  @Test func `a lease that is extended does not run out, and one that ran out is void`() throws {
    let stage = try StoreStage()
    let store = stage.store
    for id in ["a1", "a2"] { try stage.submit(id) }
    let first = try #require(try store.claim(by: "w", at: 1, leasedUntil: 100, passingOver: []))
    _ = try store.claim(by: "w", at: 1, leasedUntil: 100, passingOver: ["a1"])
    #expect(try store.extend(first.hold, until: 200))
    #expect(try store.expire(at: 100) == ["a2"])
    #expect(try store.expire(at: 199).isEmpty)
    #expect(try store.expire(at: 200) == ["a1"])
    // The worker is still there, and has lost the job: to no attempt, and then to another.
    let ending = JobEnding(state: .done, time: 3)
    for _ in 0..<2 {
      #expect(try !store.extend(first.hold, until: 300))
      #expect(try !store.report(first.hold, trackedFrames: 0, frame: 1, frameCount: nil))
      #expect(try !store.finish(first.hold, ending))
      try store.handBack(first.hold, isCounted: true)
      if try store.job("a1")?.state == .queued { _ = try store.claim(by: "w", at: 5) }
    }
    let second = try #require(try store.job("a1"))
    #expect((second.state, second.attempts) == (.rendering, 2))
    #expect(try store.finish(second.hold, ending))
    #expect(try store.job("a1")?.resultAttempt == 2)
  }

  @Test func `a service that takes the place of one that died waits for no lease`() throws {
    let folder = try ScratchFolder()
    func open() throws -> any ServiceStore {
      try StoreBackend.current.open(folder.path(""), true)
    }
    do {
      let store = try open()
      _ = try store.submit(StoreStage.job("a1"), key: nil, limits: StoreStage.roomy)
      _ = try store.claim(by: "w", at: 1)
      #expect(try store.expire(at: .max - 1).isEmpty)
    }
    // Another process beside it takes no lease.
    #expect(try StoreBackend.current.open(folder.path(""), false).expire(at: 2).isEmpty)
    #expect(try open().expire(at: 2) == ["a1"])
  }

  @Test func `only a job that is done has an attempt's result`() throws {
    let stage = try StoreStage()
    for id in ["a1", "a2"] { try stage.submit(id) }
    for state in [JobRecord.State.done, .failed] {
      let job = try #require(try stage.store.claim(by: "w", at: 1))
      #expect(job.resultAttempt == nil)
      #expect(try stage.store.finish(job.hold, JobEnding(state: state, time: 3)))
      #expect(try stage.store.job(job.id)?.resultAttempt == (state == .done ? 1 : nil))
    }
  }

  @Test func `the store's jobs that are cancelled are out of the worker's hands`() throws {
    let stage = try StoreStage()
    try stage.submit("a1")
    let hold = try #require(try stage.store.claim(by: "w", at: 1)).hold
    #expect(try stage.store.cancel("a1", of: "ada", at: 2)?.state == .cancelled)
    #expect(try !stage.store.report(hold, trackedFrames: 0, frame: 1, frameCount: nil))
    #expect(try !stage.store.extend(hold, until: 9))
    #expect(try !stage.store.finish(hold, JobEnding(state: .done, time: 3)))
    try stage.store.handBack(hold, isCounted: true)
    let job = try #require(try stage.store.cancel("a1", of: "ada", at: 4))
    #expect((job.state, job.finishedAt) == (.cancelled, 2))
  }

  @Test func `the store's jobs end only in a state that is an end`() throws {
    let stage = try StoreStage()
    try stage.submit("a1")
    let hold = try #require(try stage.store.claim(by: "w", at: 1)).hold
    #expect(throws: StoreError.self) {
      try stage.store.finish(hold, JobEnding(state: .queued, time: 3))
    }
    #expect(try stage.store.job("a1")?.state == .rendering)
  }
}
