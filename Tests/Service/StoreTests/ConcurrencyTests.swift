import Dispatch
import SQLiteStorage
import Store
import Synchronization
import TestSupport
import Testing

@Suite(.onEachStore) struct ConcurrencyTests {
  @Test func `many threads at the store take each job once`() throws {
    let stage = try StoreStage()
    for number in 0..<200 { try stage.submit("j\(number)", of: "t\(number % 7)") }
    // Half of them by a second opening of the file, as another process would.
    let stores = [stage.store, try stage.reopened()]
    let taken = Mutex<[String]>([])
    let faults = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      let worker = "w\(number)"
      do {
        while let job = try stores[number % 2].claim(by: worker, at: 1) {
          taken.withLock { $0.append(job.id) }
          let isFinished = try stores[number % 2].finish(
            job.hold, JobEnding(state: .done, time: 2))
          if !isFinished { faults.withLock { $0.append(job.id) } }
        }
      } catch {
        faults.withLock { $0.append("\(error)") }
      }
    }
    #expect(faults.withLock { $0 } == [])
    let ids = taken.withLock { $0 }
    #expect(ids.count == 200)
    #expect(Set(ids).count == 200)
    #expect(try stage.store.counts()[.done] == 200)
  }

  @Test
  func
    `many threads at the store make the file together, as a service and the tool may at their first start`()
    throws
  {
    for round in 0..<20 {
      let folder = try ScratchFolder()
      let faults = Secrets()
      DispatchQueue.concurrentPerform(iterations: 8) { number in
        do {
          let store = try SQLiteStore(path: folder.path("jobs.db"))
          _ = try store.submit(
            StoreStage.job("j\(number)"), key: nil, limits: StoreStage.roomy)
        } catch {
          faults.add("\(error)")
        }
      }
      #expect(faults.all.isEmpty, "round \(round): \(faults.all)")
      #expect(try SQLiteStore(path: folder.path("jobs.db")).counts()[.queued] == 8)
    }
  }

  @Test func `many threads at the store fill the queue to its limit and not by one more`() throws {
    let stage = try StoreStage()
    let accepted = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 60) { number in
      let submission = try? stage.store.submit(
        StoreStage.job("j\(number)"), key: nil, limits: QueueLimits(all: 25, perTenant: 25))
      if submission != nil { accepted.add(1, ordering: .relaxed) }
    }
    #expect(accepted.load(ordering: .relaxed) == 25)
    #expect(try stage.store.counts()[.queued] == 25)
  }

  @Test func `many threads at the store make one job of one idempotency key`() throws {
    let stage = try StoreStage()
    let jobs = Secrets()
    let accepted = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 16) { number in
      switch try? stage.submit("j\(number)", key: .init(value: "k", fingerprint: "f")) {
      case .accepted(let job):
        accepted.add(1, ordering: .relaxed)
        jobs.add(job.id)
      case .repeated(let job): jobs.add(job.id)
      case .conflict, nil: jobs.add("none")
      }
    }
    #expect(accepted.load(ordering: .relaxed) == 1)
    #expect(jobs.all.count == 1)
  }
}
