import Foundation
import Jobs
import Store
import Synchronization
import TestSupport
import Testing

/// What a runner does beside the work: recovery, orphans and retention.
@Suite struct KeepingOrderTests {
  private let stage: JobStage
  private let store: any ServiceStore

  init() throws {
    stage = try JobStage()
    store = try stage.store()
  }

  @Test func `retention goes past a folder that cannot be removed, tells it once, and tries again`()
    throws
  {
    // Older than many others, so that it stands before them, whichever way they go.
    try stage.end("stuck", at: 1, bytes: 10, in: store)
    for number in 1...120 {
      try stage.end("a\(number)", at: Int64(1 + number), bytes: 10, in: store)
    }
    try stage.makeUnremovable("data/jobs/stuck")
    let runner = try stage.runner(store) { settings in
      settings.concurrency = 0
      settings.retentionBytes = 0
    }
    for _ in 1...2 {
      try runner.sweep()
      #expect(try stage.scratch.names(in: "data/jobs") == ["stuck"])
      #expect(try store.counts()[.done] == 1)
      #expect(try store.job("stuck", of: JobStage.tenant) != nil)
      #expect(stage.faults.withLock { $0.count } == 1)
    }
    let fault = stage.faults.withLock { $0.first } ?? ""
    #expect(
      fault.contains("job stuck cannot be removed") && fault.contains("data/jobs/stuck"), "\(fault)"
    )

    try stage.makeRemovable("data/jobs/stuck")
    try runner.sweep()
    #expect(try stage.scratch.names(in: "data/jobs") == [])
    #expect(try store.counts()[.done] == 0)
    #expect(stage.faults.withLock { $0.count } == 1)
  }

  @Test func `an orphan that cannot be set aside is told, and the service starts`() throws {
    try stage.scratch.write("x", to: "data/jobs/orphan/owner")
    // Where it would go is a file.
    try stage.scratch.write("x", to: "data/set-aside")
    let runner = try stage.runner(store) { $0.concurrency = 0 }
    try runner.start()
    runner.stop(withinSeconds: 20)
    #expect(try stage.scratch.names(in: "data/jobs") == ["orphan"])
    let faults = stage.faults.withLock { $0 }
    #expect(
      faults.count == 1 && faults[0].contains("folder orphan belongs to no job"), "\(faults)")
  }

  @Test func `files of a cancelled job that cannot be removed are told`() throws {
    for id in ["a-cancelled", "b-cancelled"] {
      try stage.queue(id, in: store)
      #expect(try store.cancel(id, of: JobStage.tenant, at: 1)?.state == .cancelled)
    }
    try stage.makeUnremovable("data/jobs/a-cancelled")
    defer { try? stage.makeRemovable("data/jobs/a-cancelled") }
    let runner = try stage.runner(store) { $0.concurrency = 0 }
    try runner.start()
    runner.stop(withinSeconds: 20)
    #expect(try stage.scratch.names(in: "data/jobs") == ["a-cancelled"])
    let faults = stage.faults.withLock { $0 }
    #expect(
      faults.count == 1
        && faults[0].contains("folder a-cancelled belongs to a cancelled or removed"),
      "\(faults)")
  }

  @Test func `a job that was removed leaves nothing, though its service died meanwhile`() throws {
    // As a death between its record and its files leaves it, and one before its record.
    for id in ["gone", "kept"] { try stage.scratch.write("", to: "data/jobs/\(id)/removed") }
    try stage.end("kept", at: 1, bytes: 10, in: store)
    try stage.scratch.write(JobStage.tenant, to: "data/jobs/gone/owner")
    let runner = try stage.runner(store) { $0.concurrency = 0 }
    try runner.start()
    #expect(try stage.scratch.names(in: "data/jobs") == ["kept"])
    #expect(try stage.scratch.names(in: "data/jobs/kept") == ["owner"])
    #expect(runner.folders.setAside.entry == nil)
    #expect(try runner.remove("kept", of: JobStage.tenant))
    #expect(try stage.scratch.names(in: "data/jobs").isEmpty)
    runner.stop(withinSeconds: 20)
  }

  @Test func `a runner without workers keeps order and starts nothing`() throws {
    try stage.end("old", at: 1, bytes: 10, in: store)
    try stage.queue("lost", in: store)
    #expect(
      try store.claim(by: "a service that died", at: 1, leasedUntil: 1, passingOver: [])?.id
        == "lost")
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
    let faults = stage.faults.withLock { $0 }
    #expect(faults.count == 1 && faults[0].contains("set-aside"), "\(faults)")
  }

  @Test func `what was set aside goes when its time is over, and not by a date that may be wrong`()
    throws
  {
    let now = Mutex<(wall: Int64, steady: Int64)>((1_800_000_000_000, 0))
    let day: Int64 = 86_400_000
    let clocks = JobClocks {
      now.withLock { $0.wall }
    } steady: {
      now.withLock { $0.steady }
    }
    func name(_ days: Int64) -> String {
      Date(timeIntervalSince1970: Double(now.withLock { $0.wall } - days * day) / 1000).formatted(
        .iso8601.dateTimeSeparator(.standard).timeSeparator(.omitted))
    }
    let (old, young) = (name(31), name(29))
    for folder in [old, young, "mine"] {
      try stage.scratch.write("12345", to: "data/set-aside/\(folder)/jobs/x/output.mp4")
    }
    let runner = try stage.runner(store, clocks: clocks) { $0.concurrency = 0 }
    try runner.start()
    defer { runner.stop(withinSeconds: 20) }
    // The machine has just begun: whether its date is right is unknown.
    #expect(try stage.scratch.names(in: "data/set-aside").contains(old))
    #expect(runner.quota.sum(below: StorageQuota.setAside).bytes == 15)
    now.withLock { $0 = ($0.wall + 3_600_000, $0.steady + 3_600_000) }
    try runner.sweep()
    #expect(try stage.scratch.names(in: "data/set-aside").sorted() == [young, "mine"].sorted())
    #expect(runner.quota.sum(below: StorageQuota.setAside).bytes == 10)
    let notes = stage.notes.withLock { $0.filter { $0.contains("set-aside/\(old)") } }
    #expect(notes.count == 1, "\(notes)")
    // A date that jumps is not believed for an hour.
    now.withLock { $0 = ($0.wall + 1000 * day, $0.steady + 1000) }
    try runner.sweep()
    #expect(try stage.scratch.names(in: "data/set-aside").contains(young))
    now.withLock { $0 = ($0.wall + 3_600_000, $0.steady + 3_600_000) }
    try runner.sweep()
    // What people have put there is theirs.
    #expect(try stage.scratch.names(in: "data/set-aside") == ["mine"])
  }

  @Test func `what was set aside of a service whose files are elsewhere goes from both places`()
    throws
  {
    let blobs = try TroubledBlobs(folder: stage.scratch.folder("bucket"))
    for place in ["data", "bucket"] {
      try stage.scratch.write("x", to: "\(place)/set-aside/2020-01-01T000000Z/service.sqlite")
    }
    let runner = try stage.runner(store, blobs: blobs) { settings in
      (settings.concurrency, settings.clockGraceSeconds) = (0, 0)
    }
    try runner.start()
    runner.stop(withinSeconds: 20)
    for place in ["data", "bucket"] {
      #expect(((try? stage.scratch.names(in: "\(place)/set-aside")) ?? []).isEmpty, "\(place)")
    }
  }
}
