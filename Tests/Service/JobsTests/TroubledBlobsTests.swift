import Blobs
import Foundation
import Jobs
import Problems
import Store
import Synchronization
import TestSupport
import Testing

/// Jobs whose files are in a store that refuses them, or does not answer, for a while.
@Suite struct TroubledBlobsTests {
  private let stage: JobStage
  private let store: any ServiceStore
  private let blobs: TroubledBlobs

  init() throws {
    stage = try JobStage()
    store = try stage.store()
    blobs = try TroubledBlobs(folder: stage.scratch.folder("data"))
  }

  /// What a store answers whose credentials have expired, or that a proxy's page answers for.
  private static let outages: [BlobError] = [
    .refused(place: "s3://bucket/prefix", reason: "ExpiredToken: The token has expired"),
    .unusable(place: "s3://bucket/prefix", reason: "what answers does not list as S3 does"),
    .unavailable(place: "s3://bucket/prefix", reason: "SlowDown, 6 attempts"),
  ]

  @Test(arguments: outages, [TroubledBlobs.Call.fetch, .keepFolder])
  func `jobs wait for a store that refuses or does not answer, and none of them fails`(
    error: BlobError, call: TroubledBlobs.Call
  ) throws {
    let runner = try stage.runner(store, blobs: blobs)
    let ids = ["one", "two"]
    for id in ids { try JobStage.submit(id, to: runner, store) }
    blobs.fail { found, _ in found == call ? error : nil }
    try runner.start()
    // Asked again, and the other job was not tried in its place.
    #expect(eventually { blobs.count(of: call) >= ids.count + 2 })
    let counts = try store.counts()
    #expect(counts[.queued] == 1 && counts[.rendering] == 1, "\(counts)")
    let faults = stage.faults.withLock { $0.filter { $0.contains("waits for its files") } }
    #expect(faults.count == 1 && faults[0].contains("\(error)"), "\(faults)")
    blobs.recover()
    for id in ids {
      let job = try #require(try stage.wait(for: .done, of: id, in: store))
      #expect(job.state == .done && job.attempts == 1, "\(job)")
    }
    runner.stop(withinSeconds: 20)
  }

  @Test func `a service that stops hands back a job that waits for its store`() throws {
    let runner = try stage.runner(store, blobs: blobs)
    try JobStage.submit("one", to: runner, store)
    blobs.fail { call, _ in call == .fetch ? Self.outages[0] : nil }
    try runner.start()
    #expect(eventually { blobs.count(of: .fetch) > 0 })
    runner.stop(withinSeconds: 0)
    #expect(try store.job("one", of: JobStage.tenant)?.state == .queued)
  }

  @Test(arguments: outages + [.full(place: "s3://bucket/prefix")])
  func `a crash that cannot be noted does not fail a job`(error: BlobError) throws {
    let clip = try stage.slowClip()
    let runner = try stage.runner(store, blobs: blobs) { $0.maximumCrashes = 2 }
    try JobStage.submit("one", to: runner, store, clip: clip, JobStage.slowly)
    blobs.fail { call, _ in call == .keepBytes ? error : nil }
    try runner.start()
    kill(try #require(stage.firstWorker()), SIGSEGV)
    let job = try #require(try stage.wait(for: .done, of: "one", in: store))
    #expect(job.state == .done && job.attempts == 2, "\(job)")
    #expect(stage.faults.withLock { $0.contains { $0.contains("crash is not counted") } })
    runner.stop(withinSeconds: 20)
  }

  @Test(arguments: [
    BlobError.damaged(
      key: "jobs/one/recording/clip.mkv", found: "SHA-256 ab", expected: "SHA-256 cd"),
    .unusable(place: "/srv/data/attempts/one", reason: "Input/output error"),
  ])
  func `a job that fails for the service's files does not tell where they are`(error: BlobError)
    throws
  {
    let runner = try stage.runner(store, blobs: blobs)
    try JobStage.submit("one", to: runner, store)
    blobs.fail { call, _ in call == .keepFolder ? error : nil }
    try runner.start()
    let failure = try #require(try stage.wait(for: .failed, of: "one", in: store)?.failure)
    #expect(failure.code == error.problemCode.rawValue)
    for word in ["s3:", "bucket", "/", "SHA", "Input"] { #expect(!failure.detail.contains(word)) }
    runner.stop(withinSeconds: 20)
    #expect(stage.faults.withLock { $0 } == ["job one fails: \(error)"])
  }

  @Test func `a sweep ends where the store does not answer, and the next one goes on`() throws {
    for number in 1...5 { try stage.end("a\(number)", at: 1, bytes: 10, in: store) }
    let runner = try stage.runner(store, blobs: blobs) { settings in
      settings.concurrency = 0
      settings.retentionBytes = 0
    }
    blobs.fail { call, _ in call == .remove ? Self.outages[2] : nil }
    for sweep in 1...2 {
      try runner.sweep()
      #expect(blobs.count(of: .remove) == sweep)
      #expect(try store.counts()[.done] == 5)
    }
    #expect(stage.faults.withLock { $0.count } == 1)
    blobs.recover()
    try runner.sweep()
    #expect(try stage.scratch.names(in: "data/jobs") == [])
    runner.stop(withinSeconds: 0)
  }

  @Test func `a sweep ends where the runner is stopping`() throws {
    for id in ["one", "two"] { try stage.end(id, at: 1, bytes: 10, in: store) }
    let runner = try stage.runner(store, blobs: blobs) { settings in
      settings.concurrency = 0
      settings.retentionBytes = 0
    }
    // The runner is stopped once it has begun.
    var asked = 0
    try runner.sweep {
      asked += 1
      return asked > 1
    }
    #expect(blobs.count(of: .remove) == 1)
    #expect(try store.counts()[.done] == 1)
  }

  @Test func `the start has what killed services left thrown away, and does not depend on it`()
    throws
  {
    let runner = try stage.runner(store, blobs: blobs)
    try JobStage.submit("one", to: runner, store)
    blobs.fail { call, _ in call == .tidy ? Self.outages[0] : nil }
    try runner.start()
    #expect(try stage.wait(for: .done, of: "one", in: store)?.state == .done)
    #expect(eventually { stage.faults.withLock { !$0.isEmpty } })
    runner.stop(withinSeconds: 20)
    #expect(blobs.count(of: .tidy) == 1)
    let faults = stage.faults.withLock { $0 }
    #expect(faults.count == 1 && faults[0].contains("\(Self.outages[0])"), "\(faults)")
  }

  @Test func `of all jobs only those are looked at again whose files are missing`() throws {
    for id in ["absent", "here", "other"] { try stage.queue(id, in: store) }
    let (folder, away) = (stage.folder(of: "absent"), stage.scratch.path("away"))
    try FileManager.default.moveItem(atPath: folder, toPath: away)
    let runner = try stage.runner(store, blobs: blobs) { settings in
      settings.concurrency = 0
      settings.sweepSeconds = 1
    }
    try runner.start()
    #expect(runner.absentCount == 1)
    let listed = Mutex<[String?]>([])
    blobs.fail { call, key in
      if call == .list { listed.withLock { $0.append(key?.text) } }
      return nil
    }
    #expect(eventually { listed.withLock { $0.count } >= 2 })
    try FileManager.default.moveItem(atPath: away, toPath: folder)
    #expect(eventually { runner.absentCount == 0 })
    runner.stop(withinSeconds: 0)
    #expect(listed.withLock { Set($0) } == ["jobs/absent"])
  }
}
