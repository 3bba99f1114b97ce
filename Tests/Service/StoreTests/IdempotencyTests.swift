import Store
import TestSupport
import Testing

@Suite(.onEachStore) struct IdempotencyTests {
  static let day = Int64(IdempotencyKey.hours) * 3_600_000

  @Test func `an idempotency key gives the first job again, even where the queue is full`() throws {
    let stage = try StoreStage()
    let key = IdempotencyKey(value: "k", fingerprint: "f")
    try stage.submit("a1", key: key)
    _ = try stage.store.claim(by: "w", at: 5)
    let again = try stage.store.submit(
      StoreStage.job("a2"), key: key, limits: QueueLimits(all: 0, perTenant: 0))
    let job = try #require(try stage.store.job("a1"))
    #expect(again == .repeated(job))
    #expect(job.state == .rendering)
    #expect(try stage.store.job("a2") == nil)
  }

  @Test func `an idempotency key is refused for another request, and is each tenant's own`() throws
  {
    let stage = try StoreStage()
    try stage.submit("a1", key: .init(value: "k", fingerprint: "f"))
    #expect(try stage.submit("a2", key: .init(value: "k", fingerprint: "g")) == .conflict)
    #expect(
      try stage.submit("b1", of: "bob", key: .init(value: "k", fingerprint: "g"))
        == .accepted(StoreStage.job("b1", of: "bob")))
    #expect(try stage.store.job("a2") == nil)
  }

  @Test func `an idempotency key is forgotten after a day, and not a millisecond before`() throws {
    let stage = try StoreStage()
    let key = IdempotencyKey(value: "k", fingerprint: "f")
    try stage.submit("a1", at: 1000, key: key)
    guard case .repeated = try stage.submit("a2", at: 1000 + Self.day - 1, key: key) else {
      Issue.record("forgotten too early")
      return
    }
    let late = StoreStage.job("a3", at: 1000 + Self.day)
    #expect(
      try stage.store.submit(late, key: key, limits: StoreStage.roomy) == .accepted(late))
  }

  @Test func `an idempotency key is not used up by a request that was refused`() throws {
    let stage = try StoreStage()
    let key = IdempotencyKey(value: "k", fingerprint: "f")
    #expect(throws: StoreError.queueFull(limit: 0)) {
      try stage.store.submit(
        StoreStage.job("a1"), key: key, limits: QueueLimits(all: 0, perTenant: 9))
    }
    let other = IdempotencyKey(value: "k", fingerprint: "g")
    #expect(try stage.submit("a2", key: other) == .accepted(StoreStage.job("a2")))
  }

  @Test func `an idempotency key goes with its job`() throws {
    let stage = try StoreStage()
    let key = IdempotencyKey(value: "k", fingerprint: "f")
    try stage.submit("a1", key: key)
    try stage.store.remove("a1")
    #expect(try stage.submit("a2", key: key) == .accepted(StoreStage.job("a2")))
  }
}
