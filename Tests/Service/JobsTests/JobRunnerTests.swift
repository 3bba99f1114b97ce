import ClipReading
import ClipWriting
import FolderBlobs
import Foundation
import Jobs
import Problems
import Recordings
import Rendering
import Requests
import SQLiteStorage
import Store
import Synchronization
import TestSupport
import Testing

/// Jobs from their acceptance to their end, with the real program as the worker.
@Suite struct JobRunnerTests {
  private let stage: JobStage
  private let store: any ServiceStore

  init() throws {
    stage = try JobStage()
    store = try stage.store()
  }

  @Test func `a job comes to its end with all its files, which are those of the tool`() throws {
    let runner = try stage.runner(store)
    let states = Mutex<[JobRecord.State]>([])
    try JobStage.submit("one", to: runner, store)
    let subscription = try runner.subscribe(to: "one", of: JobStage.tenant) { event in
      states.withLock { $0.append(event.state) }
    }
    try runner.start()
    let job = try #require(try stage.wait(for: .done, of: "one", in: store))
    #expect(job.state == .done, "\(job)")
    runner.stop(withinSeconds: 20)
    _ = subscription

    #expect(
      try stage.scratch.names(in: "data/jobs/one") == ["1", "owner", "recording", "request.json"])
    #expect(
      try stage.scratch.names(in: "data/jobs/one/1") == [
        "output.mp4", "placements.jsonl", "poster.jpg",
      ])
    #expect(try stage.scratch.names(in: "data/attempts") == [])
    try Program.product.succeed(
      [
        "render", JobStage.golden.path, "--avatar", "dragon", "--avatars", JobStage.avatars,
        "--progress", "none", "-o", stage.scratch.path("direct.mp4"), "--placements",
        stage.scratch.path("direct.jsonl"),
      ], in: stage.scratch)
    #expect(try stage.output("one") == stage.scratch.bytes("direct.mp4"))
    #expect(
      try stage.output("one", "placements.jsonl") == stage.scratch.bytes("direct.jsonl"))
    #expect(try stage.output("one", "poster.jpg").prefix(3) == [0xFF, 0xD8, 0xFF])
    let lines = try stage.output("one", "placements.jsonl").count { $0 == 10 }
    #expect(job.frame == lines)
    #expect(states.withLock { $0.first } == .queued)
    #expect(states.withLock { $0.last } == .done)
    #expect(stage.ended.withLock { $0.map(\.id) } == ["one"])
    #expect(job.storedBytes > 100_000)
    // A late listener hears the end at once.
    let late = Mutex<JobEvent?>(nil)
    _ = try runner.subscribe(to: "one", of: JobStage.tenant) { event in late.withLock { $0 = event }
    }
    #expect(late.withLock { $0?.state } == .done)
    #expect(try runner.subscribe(to: "one", of: "another") { _ in } == nil)
  }

  @Test func `a job whose worker is killed runs again and gives the same bytes`() throws {
    let clip = try stage.slowClip()
    let runner = try stage.runner(store) { $0.concurrency = 2 }
    try JobStage.submit("calm", to: runner, store, clip: clip, JobStage.slowly)
    try runner.start()
    #expect(try stage.wait(for: .done, of: "calm", in: store)?.state == .done)
    try JobStage.submit("shot", to: runner, store, clip: clip, JobStage.slowly)
    kill(try #require(stage.firstWorker()), SIGKILL)
    let job = try #require(try stage.wait(for: .done, of: "shot", in: store))
    #expect(job.state == .done)
    #expect(job.attempts == 2)
    #expect(try stage.output("shot") == stage.output("calm"))
    runner.stop(withinSeconds: 20)
  }

  @Test func `a job whose worker dies again and again fails`() throws {
    let clip = try stage.slowClip()
    let runner = try stage.runner(store) { $0.maximumCrashes = 2 }
    try JobStage.submit("doomed", to: runner, store, clip: clip, JobStage.slowly)
    try runner.start()
    var shot: Set<Int32> = []
    #expect(
      try eventually {
        for worker in stage.workers() where shot.insert(worker).inserted { kill(worker, SIGSEGV) }
        return try store.job("doomed", of: JobStage.tenant)?.state.isFinal == true
          || shot.count >= 5
      })
    let job = try #require(try stage.wait(for: .failed, of: "doomed", in: store))
    #expect(job.failure?.code == "worker_crashed")
    #expect(job.attempts == 2)
    #expect(
      !FileManager.default.fileExists(atPath: stage.folder(of: "doomed") + "/2"))
    runner.stop(withinSeconds: 20)
  }

  @Test func `a cancelled job's worker ends, and its files go`() throws {
    let clip = try stage.slowClip()
    let runner = try stage.runner(store)
    try JobStage.submit("running", to: runner, store, clip: clip, JobStage.slowly)
    try JobStage.submit("waiting", to: runner, store)
    try runner.start()
    let worker = try #require(stage.firstWorker())
    #expect(try runner.cancel("running", of: "another") == nil)
    #expect(try runner.cancel("waiting", of: JobStage.tenant)?.state == .cancelled)
    #expect(try runner.cancel("running", of: JobStage.tenant)?.state == .cancelled)
    runner.stop(withinSeconds: 20)
    #expect(kill(worker, 0) == -1)
    for id in ["running", "waiting"] {
      #expect(!FileManager.default.fileExists(atPath: stage.folder(of: id)))
      #expect(try store.job(id, of: JobStage.tenant)?.state == .cancelled)
    }
  }

  @Test func `a cancelled job can be removed at once, and its files go when its worker ends`()
    throws
  {
    let clip = try stage.slowClip()
    let runner = try stage.runner(store)
    try JobStage.submit("running", to: runner, store, clip: clip, JobStage.slowly)
    try runner.start()
    let worker = try #require(stage.firstWorker())
    #expect(try runner.remove("running", of: JobStage.tenant) == false)
    #expect(try runner.cancel("running", of: JobStage.tenant)?.state == .cancelled)
    #expect(try runner.remove("running", of: JobStage.tenant))
    #expect(try store.job("running", of: JobStage.tenant) == nil)
    runner.stop(withinSeconds: 20)
    #expect(kill(worker, 0) == -1)
    #expect(!FileManager.default.fileExists(atPath: stage.folder(of: "running")))
  }

  @Test func `a service that stops hands its jobs back, and the next one finishes them`() throws {
    let clip = try stage.slowClip()
    do {
      let runner = try stage.runner(store)
      try JobStage.submit("handed", to: runner, store, clip: clip, JobStage.slowly)
      try runner.start()
      _ = try #require(stage.firstWorker())
      // Two services never have the same jobs.
      #expect(throws: JobsError.folderInUse(path: stage.scratch.path("data"))) {
        try stage.runner(store)
      }
      runner.stop(withinSeconds: 0)
      #expect(try store.job("handed", of: JobStage.tenant)?.state == .queued)
      #expect(stage.workers().isEmpty)
    }
    let next = try stage.runner(store)
    try next.start()
    #expect(try stage.wait(for: .done, of: "handed", in: store)?.state == .done)
    next.stop(withinSeconds: 20)
  }

  @Test func `a job whose lease ran out runs again, and what the late worker wrote goes`() throws {
    let runner = try stage.runner(store)
    let clip = try stage.slowClip()
    try runner.start()
    try JobStage.submit("late", to: runner, store, clip: clip, JobStage.slowly)
    #expect(stage.firstWorker() != nil)
    // Behind the runner's back, as another machine would that sees its lease run out.
    #expect(try store.expire(at: .max) == ["late"])
    let job = try #require(try stage.wait(for: .done, of: "late", in: store))
    #expect((job.state, job.attempts, job.resultAttempt) == (.done, 2, 2))
    #expect(
      try stage.scratch.names(in: "data/jobs/late") == [
        "2", "owner", "recording", "request.json",
      ])
    try JobStage.submit("calm", to: runner, store, clip: clip, JobStage.slowly)
    #expect(try stage.wait(for: .done, of: "calm", in: store)?.state == .done)
    #expect(try stage.output("late") == stage.output("calm"))
    runner.stop(withinSeconds: 20)
  }

  @Test func `a service that is killed loses no job, and its workers die with it`() throws {
    let clip = try stage.slowClip()
    let folder = stage.scratch.url.path
    try OwnProcess.run(endingWith: .signal(SIGKILL), [folder, clip]) { values in
      let (folder, clip) = (values[0], values[1])
      let store = try SQLiteStore(path: folder + "/jobs.sqlite")
      let data = folder + "/data"
      try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
      let runner = try JobRunner(
        store: store, blobs: FolderBlobStore(folder: data), settings: JobStage.settings(data))
      try runner.start()
      try JobStage.submit("killed", to: runner, store, clip: clip, JobStage.slowly)
      let subscription = try runner.subscribe(to: "killed", of: JobStage.tenant) { event in
        if event.frame > 0 { kill(getpid(), SIGKILL) }
      }
      sleep(60)
      _ = subscription
    }
    #expect(try store.job("killed", of: JobStage.tenant)?.state == .rendering)
    #expect(eventually { stage.workers().isEmpty })
    // Its lease has run out by now.
    let system = JobClocks.system
    let clocks = JobClocks(wall: { system.wall() + 3_600_000 }, steady: system.steady)
    let runner = try stage.runner(store, clocks: clocks)
    #expect(
      try stage.scratch.names(in: "data/jobs/killed") == ["owner", "recording", "request.json"])
    #expect(try stage.scratch.names(in: "data/attempts") == [])
    try runner.start()
    #expect(try stage.wait(for: .done, of: "killed", in: store)?.state == .done)
    try JobStage.submit("calm", to: runner, store, clip: clip, JobStage.slowly)
    #expect(try stage.wait(for: .done, of: "calm", in: store)?.state == .done)
    #expect(try stage.output("killed") == stage.output("calm"))
    runner.stop(withinSeconds: 20)
  }

  @Test(arguments: [
    ("memory", "out_of_memory"), ("time", "time_limit"), ("garbage", "bad_recording"),
    ("codec", "unfit_output"), ("part", "no_such_frame"), ("path", "unfit_output"),
  ])
  func `a job that cannot be done fails with the code of its reason`(
    fault: String, code: String
  ) throws {
    let runner = try stage.runner(store) { settings in
      if fault == "memory" { settings.limits.memoryBytes = 48 << 20 }
      if fault == "time" { settings.limits.wallSeconds = 0.1 }
    }
    let garbage = try stage.scratch.write(
      (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) }, to: "garbage.mkv")
    let clip =
      switch fault {
      case "garbage": garbage
      // A short one is done within the grace that a worker gets after its limit.
      case "time": try stage.slowClip(frames: 400)
      default: String?.none
      }
    try JobStage.submit("bad", to: runner, store, clip: clip) { request in
      if fault == "codec" { request.render.output.codec = .ffv1 }
      if fault == "part" { request.render.start = .second(9) }
      if fault == "path" { request.render.avatars = ["../../etc"] }
      if fault == "time" { JobStage.slowly(&request) }
    }
    try runner.start()
    let job = try #require(try stage.wait(for: .failed, of: "bad", in: store))
    #expect(job.failure?.code == code, "\(job)")
    #expect(ProblemCode(rawValue: code) != nil)
    let detail = try #require(job.failure?.detail)
    #expect(!detail.contains(stage.scratch.url.path) && !detail.contains("recording/"))
    runner.stop(withinSeconds: 20)
  }

  @Test func `a job whose worker ends well without its files is not done`() throws {
    let idle = try stage.scratch.write("#!/bin/sh\nwhile read -r line; do :; done\n", to: "idle.sh")
    #expect(chmod(idle, 0o700) == 0)
    let runner = try stage.runner(store) { $0.executable = idle }
    try JobStage.submit("empty", to: runner, store)
    try runner.start()
    let job = try #require(try stage.wait(for: .failed, of: "empty", in: store))
    #expect(job.state == .failed && job.failure?.code == "internal", "\(job)")
    runner.stop(withinSeconds: 20)
    #expect(
      try stage.scratch.names(in: "data/jobs/empty") == ["owner", "recording", "request.json"])
    let faults = stage.faults.withLock { $0 }
    #expect(faults.count == 1 && faults[0].contains("output.mp4: cannot be used"), "\(faults)")
  }

  @Test func `a job whose folder is missing waits for it, and the others do not`() throws {
    let first = try stage.runner(store) { $0.concurrency = 0 }
    for id in ["absent", "here"] { try JobStage.submit(id, to: first, store) }
    first.stop(withinSeconds: 20)
    let (folder, away) = (stage.folder(of: "absent"), stage.scratch.path("away"))
    try FileManager.default.moveItem(atPath: folder, toPath: away)
    let second = try stage.runner(store) { $0.sweepSeconds = 1 }
    try second.start()
    #expect(try stage.wait(for: .done, of: "here", in: store)?.state == .done)
    #expect(second.absentCount == 1)
    let waiting = try #require(try store.job("absent", of: JobStage.tenant))
    #expect(waiting.state == .queued && waiting.attempts == 0)
    #expect(
      stage.faults.withLock { $0.contains { $0.contains("the files of 1 jobs are missing") } })
    // It is looked for as long as the service runs.
    try FileManager.default.moveItem(atPath: away, toPath: folder)
    #expect(try stage.wait(for: .done, of: "absent", in: store)?.state == .done)
    #expect(second.absentCount == 0)
    second.stop(withinSeconds: 20)
  }

  @Test func `retention takes ended jobs, and the start sets aside what belongs to none`() throws {
    var runner: JobRunner? = try stage.runner(store) { $0.retentionSeconds = 3600 }
    try JobStage.submit("old", to: try #require(runner), store)
    try runner?.start()
    #expect(try stage.wait(for: .done, of: "old", in: store)?.state == .done)
    let kept = stage.folder(of: "old")
    try runner?.sweep()
    #expect(FileManager.default.fileExists(atPath: kept))
    runner?.stop(withinSeconds: 20)
    runner = nil

    try stage.scratch.write("x", to: "data/jobs/orphan/owner")
    try stage.scratch.write("x", to: "data/incoming/half/recording/clip.mkv")
    let next = try stage.runner(store) { $0.retentionBytes = 0 }
    #expect(try stage.scratch.names(in: "data/incoming") == [])
    try JobStage.submit("waiting", to: next, store)
    try next.start()
    #expect(!FileManager.default.fileExists(atPath: kept))
    let entry = try #require(next.folders.setAside.entry)
    #expect(
      try entry.summary.hasSuffix("(1 of jobs)") && next.folders.setAside.entries() == [entry])
    #expect(try stage.scratch.names(in: "data/\(entry.path)/jobs") == ["orphan"])
    #expect(try store.job("old", of: JobStage.tenant) == nil)
    #expect(!(try stage.scratch.names(in: "data/jobs").contains("orphan")))
    #expect(try stage.wait(for: .done, of: "waiting", in: store)?.state == .done)
    next.stop(withinSeconds: 20)
  }
}
