import Store
import TestSupport
import Testing

@Suite(.onEachStore) struct ModelTests {
  private static let tenants = ["ada", "bob", "cid"]

  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `the store and its model say the same of any sequence of calls`(seed: UInt64) throws {
    let stage = try StoreStage()
    var store = stage.store
    var model = ModelStore()
    var random = SplitMix64(state: seed)
    var accepted = 0
    var states: Set<JobRecord.State> = []
    var mostTaken = 0
    for step in 0..<500 {
      let time = Int64(step) * 1_000_000
      let tenant = Self.tenants.randomElement(using: &random) ?? ""
      let held = model.jobs.filter { $0.state == .rendering }.map(\.id)
      let any = "j\(Int.random(in: 0...max(accepted, 1), using: &random))"
      let id = Bool.random(using: &random) ? held.randomElement(using: &random) ?? any : any
      // Mostly the hold that is the job's, or one that has ended or never was.
      let attempt = model.jobs.first { $0.id == id }?.attempts ?? 1
      let hold = JobHold(
        job: id, attempt: attempt - (Int.random(in: 0..<4, using: &random) == 0 ? 1 : 0))
      let end = time + Int64.random(in: 0...40_000_000, using: &random)
      switch Int.random(in: 0..<21, using: &random) {
      case 0..<6:
        accepted += 1
        let job = JobRecord(
          id: "j\(accepted)", tenant: tenant, request: "{\(step)}", createdAt: time,
          frameCount: step % 3 == 0 ? nil : step, storedBytes: Int64(step))
        let key = IdempotencyKey(
          value: "k\(Int.random(in: 0...5, using: &random))",
          fingerprint: "f\(Int.random(in: 0...1, using: &random))")
        let limits = QueueLimits(all: 8, perTenant: 4)
        let usesKey = Bool.random(using: &random)
        let found = Result { () throws(StoreError) in
          try store.submit(job, key: usesKey ? key : nil, limits: limits)
        }
        let expected = Result { () throws(StoreError) in
          try model.submit(job, key: usesKey ? key : nil, limits: limits)
        }
        #expect(found == expected)
      case 6..<11:
        #expect(
          try store.claim(by: "w", at: time, leasedUntil: end, passingOver: [])
            == model.claim(at: time, leasedUntil: end))
      case 11:
        let count = step % 2 == 0 ? nil : step
        #expect(
          try store.report(hold, trackedFrames: 3, frame: step, frameCount: count)
            == model.report(hold, trackedFrames: 3, frame: step, frameCount: count))
      case 12, 13:
        let ending = JobEnding(
          state: [.done, .failed, .cancelled][step % 3], time: time, frames: step,
          failure: step % 3 == 1 ? .init(code: "c", detail: "d\(step)") : nil,
          notes: step % 2 == 0 ? [] : ["n\(step)"], storedBytes: Int64(10 * step))
        #expect(try store.finish(hold, ending) == model.finish(hold, ending))
      case 14:
        try store.handBack(hold, isCounted: step % 2 == 0)
        model.handBack(hold, isCounted: step % 2 == 0)
      case 15:
        #expect(
          try store.cancel(id, of: tenant, at: time) == model.cancel(id, of: tenant, at: time))
      case 16:
        // A new process.
        store = try stage.reopened()
        if step % 2 == 0 { #expect(try store.expire(at: time) == model.expire(at: time)) }
      case 17:
        let (before, bytes) = (time / 2, Int64.random(in: 0...50_000, using: &random))
        let limit = Int.random(in: 0...12, using: &random)
        let stuck = Set(
          model.jobs.map(\.id).filter { _ in Int.random(in: 0..<8, using: &random) == 0 })
        let taken = try store.expired(
          finishedBefore: before, keepingBytes: bytes, passingOver: stuck, limit: limit)
        #expect(
          taken
            == model.expired(
              finishedBefore: before, keepingBytes: bytes, passingOver: stuck, limit: limit))
        mostTaken = max(mostTaken, taken.count)
      case 18:
        guard model.jobs.first(where: { $0.id == id })?.state.isFinal == true else { continue }
        try store.remove(id)
        model.remove(id)
      case 19:
        #expect(try store.extend(hold, until: end) == model.extend(hold, until: end))
      default:
        #expect(
          try store.jobs(of: tenant, after: step % 2 == 0 ? id : nil, limit: 3)
            == model.list(of: tenant, after: step % 2 == 0 ? id : nil, limit: 3))
      }
      #expect(try store.counts() == model.counts)
      states.formUnion(model.jobs.map(\.state))
    }
    for job in model.jobs { #expect(try store.job(job.id, of: job.tenant) == job) }
    #expect(states.count == 5)
    #expect(mostTaken > 4)
  }
}
