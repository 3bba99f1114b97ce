import Store
import TestSupport
import Testing

/// Jobs whose inputs go when they have ended.
@Suite(.onEachStore) struct PurgeTests {
  private static let states: [JobRecord.State] = [.done, .failed, .cancelled]

  @Test func `jobs that have ended and ask for it are given until it is noted`() throws {
    let store = try StoreStage().store
    for (index, state) in Self.states.enumerated() {
      for asks in [true, false] {
        var job = StoreStage.job("\(state.rawValue)-\(asks)")
        (job.purgesInputs, job.storedBytes) = (asks, 100)
        _ = try store.submit(job, key: nil, limits: StoreStage.roomy)
        if state == .cancelled {
          _ = try store.cancel(job.id, of: "ada", at: Int64(index + 10))
        } else {
          let hold = try #require(try store.claim(by: "w", at: 1)).hold
          _ = try store.finish(
            hold, JobEnding(state: state, time: Int64(index + 10), storedBytes: 300))
        }
      }
    }
    // One that waits asks as well.
    var waiting = StoreStage.job("waiting")
    waiting.purgesInputs = true
    _ = try store.submit(waiting, key: nil, limits: StoreStage.roomy)
    let found = try store.jobsToPurge(limit: 9)
    #expect(found.map(\.id) == ["done-true", "failed-true", "cancelled-true"])
    #expect(found.allSatisfy { $0.purgesInputs && $0.inputsPurgedAt == nil })
    #expect(try store.jobsToPurge(limit: 1).map(\.id) == ["done-true"])
    // What does not ask for it, or has not ended, cannot be noted.
    for id in ["done-true", "done-false", "waiting", "none"] {
      try store.notePurge(of: id, at: 77, storedBytes: 40)
    }
    #expect(try store.jobsToPurge(limit: 9).map(\.id) == ["failed-true", "cancelled-true"])
    let done = try #require(try store.job("done-true"))
    #expect(done.inputsPurgedAt == 77 && done.storedBytes == 40 && done.state == .done)
    let other = try #require(try store.job("done-false"))
    #expect(other.inputsPurgedAt == nil && !other.purgesInputs && other.storedBytes == 300)
    // The first note counts.
    try store.notePurge(of: "done-true", at: 99, storedBytes: 0)
    #expect(try store.job("done-true")?.inputsPurgedAt == 77)
    #expect(try store.job("waiting")?.inputsPurgedAt == nil)
  }
}
