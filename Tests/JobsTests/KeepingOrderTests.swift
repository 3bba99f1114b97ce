import Foundation
import Jobs
import Store
import Synchronization
import TestSupport
import Testing

/// What a runner does beside the work: recovery, orphans and retention.
@Suite struct KeepingOrderTests {
  private let stage: JobStage
  private let store: SQLiteStore

  init() throws {
    stage = try JobStage()
    store = try stage.store()
  }

  @Test func `A runner without workers keeps order and starts nothing`() throws {
    try stage.end("old", at: 1, bytes: 10, in: store)
    try stage.queue("lost", in: store)
    #expect(try store.claim(by: "a service that died", at: 1)?.id == "lost")
    try stage.scratch.write("x", to: "data/jobs/orphan/owner")
    let runner = try stage.runner(store) { settings in
      settings.concurrency = 0
      settings.retentionBytes = 0
    }
    try runner.start()
    runner.wake()
    #expect(try stage.scratch.names(in: "data/jobs") == ["lost"])
    #expect(try store.job("old", of: JobStage.tenant) == nil)
    runner.stop(withinSeconds: 20)
    let lost = try #require(try store.job("lost", of: JobStage.tenant))
    #expect(lost.state == .queued)
    #expect(lost.attempts == 1)
    #expect(stage.faults.withLock { $0 } == [])
  }
}
