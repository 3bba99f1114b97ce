import Blobs
import Foundation
import Jobs
import Store
import Synchronization
import TestSupport
import Testing

/// Jobs that meet a full disk wait for room.
@Suite struct FullDiskTests {
  private let stage: JobStage
  private let store: any ServiceStore

  init() throws {
    stage = try JobStage()
    store = try stage.store()
  }

  private func job(_ id: String) throws -> JobRecord {
    try #require(try store.job(id, of: JobStage.tenant))
  }

  @Test func `a job waits, is tried again after a while only, and then is done`() throws {
    let blobs = try TroubledBlobs(folder: stage.scratch.folder("data"))
    let minutes = Atomic(0)
    let system = JobClocks.system
    let clocks = JobClocks(wall: system.wall) {
      Int64(minutes.load(ordering: .relaxed)) * 60_000
    }
    // What meets a full disk is no attempt of those that count.
    let runner = try stage.runner(store, blobs: blobs, clocks: clocks) { $0.maximumAttempts = 1 }
    try JobStage.submit("one", to: runner, store)
    // The results of attempts, whose folders are numbers; what is sent is still taken.
    blobs.fail { call, key in
      let isResult = call == .keepFolder && key?.names.last.flatMap { Int($0) } != nil
      return isResult ? .full(place: "s3://bucket/prefix") : nil
    }
    try runner.start()
    func waits(after attempts: Int) throws -> Bool {
      try eventually {
        let job = try job("one")
        return job.attempts == attempts && runner.waitsForRoom(job)
      }
    }
    #expect(try waits(after: 1))
    // A second one goes past it, fails as well, and no one is tried again: the store is asked every 0.05 s.
    try JobStage.submit("two", to: runner, store)
    #expect(try eventually { runner.waitsForRoom(try job("two")) })
    #expect(try job("one").attempts == 1 && job("one").state == .queued)
    // What was sent for both, and a result of each.
    #expect(blobs.count(of: .keepFolder) == 4)
    let left = (try? stage.scratch.names(in: "data/attempts")) ?? []
    #expect(left == [])
    // A minute later, then two.
    minutes.add(1, ordering: .relaxed)
    #expect(try waits(after: 2))
    minutes.add(1, ordering: .relaxed)
    #expect(try eventually { try job("two").attempts == 2 && runner.waitsForRoom(job("two")) })
    #expect(try job("one").attempts == 2)
    blobs.recover()
    #expect(try runner.cancel("two", of: JobStage.tenant)?.state == .cancelled)
    #expect(runner.waitsForRoom(try job("two")) == false)
    minutes.add(1, ordering: .relaxed)
    let done = try #require(try stage.wait(for: .done, of: "one", in: store))
    #expect(done.state == .done && done.attempts == 3 && !runner.waitsForRoom(done))
    runner.stop(withinSeconds: 20)
    let faults = stage.faults.withLock { $0.filter { $0.contains("met a full disk") } }
    #expect(faults.count == 2, "\(faults)")
  }

  @Test func `one job at a time is tried again, and others go past those that wait`() throws {
    let blobs = try TroubledBlobs(folder: stage.scratch.folder("data"))
    let minutes = Atomic(0)
    let system = JobClocks.system
    let clocks = JobClocks(wall: system.wall) {
      Int64(minutes.load(ordering: .relaxed)) * 60_000
    }
    let runner = try stage.runner(store, blobs: blobs, clocks: clocks) { $0.concurrency = 2 }
    for id in ["one", "two"] { try JobStage.submit(id, to: runner, store) }
    let goesOn = DispatchSemaphore(value: 0)
    blobs.fail { call, key in
      guard call == .keepFolder, let key else { return nil }
      if key.text.hasSuffix("one/2") { goesOn.wait() }
      return key.text.hasSuffix("/1") && !key.text.contains("three")
        ? .full(place: "s3://bucket/prefix") : nil
    }
    try runner.start()
    for id in ["one", "two"] {
      #expect(
        try eventually { try job(id).attempts == 1 && runner.waitsForRoom(try job(id)) })
    }
    // Both may be tried; the second stands before the third in the queue.
    minutes.add(1, ordering: .relaxed)
    #expect(try eventually { try job("one").attempts == 2 })
    try JobStage.submit("three", to: runner, store)
    #expect(try stage.wait(for: .done, of: "three", in: store)?.attempts == 1)
    #expect(try job("two").attempts == 1)
    goesOn.signal()
    for id in ["one", "two"] {
      #expect(try stage.wait(for: .done, of: id, in: store)?.attempts == 2)
    }
    runner.stop(withinSeconds: 20)
  }

  @Test func `a job that is cancelled while its attempt ends for lack of room waits no more`()
    throws
  {
    let blobs = try TroubledBlobs(folder: stage.scratch.folder("data"))
    let runner = try stage.runner(store, blobs: blobs)
    try JobStage.submit("one", to: runner, store)
    let isFull = Atomic(false)
    blobs.fail { [stage] call, _ in
      switch call {
      case .keepFolder:
        isFull.store(true, ordering: .relaxed)
        return .full(place: "s3://bucket/prefix")
      case .remove:
        // The attempt has ended, and its files are being removed.
        guard isFull.exchange(false, ordering: .relaxed) else { return nil }
        do { _ = try runner.cancel("one", of: JobStage.tenant) } catch {
          stage.faults.withLock { $0.append("\(error)") }
        }
        return nil
      default: return nil
      }
    }
    try runner.start()
    #expect(try stage.wait(for: .cancelled, of: "one", in: store)?.state == .cancelled)
    runner.stop(withinSeconds: 20)
    #expect(stage.faults.withLock { $0.filter { $0.contains("met a full disk") }.count } == 1)
    // As it was before.
    var waiting = try job("one")
    waiting.state = .queued
    #expect(!runner.waitsForRoom(waiting))
  }

  @Test func `no job begins while less is free than must be, also after another start`() throws {
    let first = try stage.runner(store) { $0.minimumFreeBytes = 1 << 60 }
    try JobStage.submit("one", to: first, store)
    try first.start()
    #expect(eventually { stage.faults.withLock { $0.contains { $0.contains("no job begins") } } })
    #expect(first.waitsForRoom(try job("one")))
    #expect(try job("one").attempts == 0)
    first.stop(withinSeconds: 1)
    let second = try stage.runner(store)
    #expect(!second.waitsForRoom(try job("one")))
    try second.start()
    #expect(try stage.wait(for: .done, of: "one", in: store)?.attempts == 1)
    second.stop(withinSeconds: 20)
  }

  @Test(.enabled(if: getuid() == 0, "needs root, to mount a small disk"))
  func `a worker that finds no room leaves none of its files, and goes on when there is some`()
    throws
  {
    let disk = try stage.scratch.folder("data")
    let mounted = try Program(named: "mount").run(
      ["-t", "tmpfs", "-o", "size=24m", "tmpfs", disk])
    // Containers may forbid it even to root.
    guard mounted.exitCode == 0 else { return }
    defer { _ = try? Program(named: "umount").run(["-l", disk]) }
    let runner = try stage.runner(store)
    try JobStage.submit("one", to: runner, store)
    // Four kilobytes are left, for folders and the first bytes of a file.
    let ballast = open("\(disk)/ballast", O_WRONLY | O_CREAT, 0o600)
    var state = statvfs()
    try #require(statvfs(disk, &state) == 0)
    let size = (Int(state.f_bavail) - 1) * Int(state.f_frsize)
    try #require(posix_fallocate(ballast, 0, off_t(size)) == 0)
    close(ballast)
    try runner.start()
    #expect(try eventually { runner.waitsForRoom(try job("one")) })
    #expect(try job("one").attempts == 1)
    #expect(try job("one").state == .queued)
    #expect(try stage.scratch.names(in: "data/attempts") == [])
    try FileManager.default.removeItem(atPath: "\(disk)/ballast")
    let done = try #require(try stage.wait(for: .done, of: "one", in: store))
    #expect(done.state == .done && done.attempts == 2, "\(done)")
    runner.stop(withinSeconds: 20)
  }
}
