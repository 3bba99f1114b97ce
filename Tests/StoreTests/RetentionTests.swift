import Store
import TestSupport
import Testing

@Suite struct `Retention` {
  /// Jobs that end at times 10, 20 and so on with 100 bytes each, and one of 1000 bytes that still waits.
  private func stage(ended: Int) throws -> StoreStage {
    let stage = try StoreStage()
    for number in 1...ended {
      try stage.submit("a\(number)")
      _ = try stage.store.claim(by: "w", at: 1)
      let ending = JobEnding(state: .done, time: Int64(10 * number), storedBytes: 100)
      _ = try stage.store.finish("a\(number)", by: "w", ending)
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
  func `takes the oldest by age and by size, and nothing that has not ended`(
    before: Int, keeping: Int, limit: Int, taken: Int
  ) throws {
    let store = try stage(ended: 5).store
    let jobs = try store.expired(
      finishedBefore: Int64(before), keepingBytes: Int64(keeping), limit: limit)
    #expect(jobs.map(\.id) == (0..<taken).map { "a\($0 + 1)" })
  }

  @Test func `counts nothing for a job that was cancelled, whose files are gone`() throws {
    let store = try stage(ended: 1).store
    #expect(try store.expired(finishedBefore: 0, keepingBytes: 1000, limit: 9).count == 1)
    #expect(try store.cancel("waiting", of: "ada", at: 5)?.storedBytes == 0)
    #expect(try store.expired(finishedBefore: 0, keepingBytes: 100, limit: 9).isEmpty)
  }

  @Test func `forgets a job that is removed`() throws {
    let store = try stage(ended: 2).store
    try store.remove("a1")
    try store.remove("no such job")
    #expect(try store.job("a1") == nil)
    #expect(try store.jobs(of: "ada", after: nil, limit: 9).map(\.id) == ["waiting", "a2"])
    #expect(
      try store.counts() == [.queued: 1, .rendering: 0, .done: 1, .failed: 0, .cancelled: 0])
  }
}
