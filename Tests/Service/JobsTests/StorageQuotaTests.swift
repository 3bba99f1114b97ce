import Blobs
import Dispatch
import FolderBlobs
import Foundation
import Jobs
import Problems
import Store
import Synchronization
import TestSupport
import Testing

/// How many bytes a tenant may have kept.
@Suite struct StorageQuotaTests {
  private func fault(_ body: () throws -> Void) -> StorageQuotaFault? {
    #expect(throws: StorageQuotaFault.self) { try body() }
  }

  @Test func `what fits to the last byte is counted, one byte more is not`() throws {
    let quota = StorageQuota(limit: 100)
    try quota.claim(60, for: "a", of: "one")
    try quota.claim(40, for: "b", of: "one")
    #expect(quota.used(by: "one") == 100)
    let told = try #require(fault { try quota.claim(1, for: "c", of: "one") })
    #expect((told.used, told.needed, told.limit) == (100, 1, 100))
    #expect(told.problemCode.rawValue == "storage-quota" && told.problemCode.status == 413)
    // Another tenant has all of its own.
    try quota.claim(100, for: "d", of: "other")
    _ = fault { try quota.check(1, of: "one") }
    quota.forget("b")
    try quota.check(40, of: "one")
    _ = fault { try quota.check(41, of: "one") }
    #expect(quota.used(by: "one") == 60 && quota.used(by: "other") == 100)
    #expect(quota.holdings.map(\.tenant) == ["other", "one"])
  }

  @Test func `an item that grows or takes another's place counts once, and one that shrinks fits`()
    throws
  {
    let quota = StorageQuota(limit: 100)
    try quota.claim(60, for: "a", of: "one")
    #expect(try quota.claim(100, for: "a", of: "one") == 60)
    _ = fault { try quota.claim(101, for: "a", of: "one") }
    #expect(quota.used(by: "one") == 100)
    // What is there is counted, whatever the limit says; it still may shrink.
    quota.note(300, for: "a", of: "one")
    #expect(quota.used(by: "one") == 300)
    try quota.claim(200, for: "a", of: "one")
    quota.note(50, for: "a", of: "one")
    try quota.claim(50, for: "attempt", of: "one")
    try quota.claim(100, for: "a", inPlaceOf: "attempt", of: "one")
    #expect(quota.used(by: "one") == 100)
    #expect(quota.sum(below: "a").count == 1)
    quota.forget(below: "a")
    #expect(quota.used(by: "one") == 0 && quota.holdings.isEmpty)
  }

  @Test func `of many that come at once as many are taken as fit`() {
    let quota = StorageQuota(limit: 1000)
    let taken = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 400) { number in
      guard (try? quota.claim(7, for: "\(number)", of: "one")) != nil else { return }
      taken.add(1, ordering: .relaxed)
    }
    #expect(taken.load(ordering: .relaxed) == 1000 / 7)
    #expect(quota.used(by: "one") == 1000 / 7 * 7)
  }

  @Test func `a start counts all that lies there, whosever it is`() throws {
    let stage = try JobStage()
    let store = try stage.store()
    try stage.queue("waits", in: store)
    try stage.scratch.write("12345", to: "data/jobs/waits/recording/video")
    // `one` and `two` as hexadecimal digits.
    let (one, two) = ("6f6e65", "74776f")
    for (file, bytes) in [
      ("avatars/\(one)/.packages/a.zip", 10), ("avatars/\(one)/.packages/a.zip.retired", 0),
      ("scenes/\(one)/.packages/b.zip", 20), ("fit-profiles/\(two)/mia", 30),
      ("set-aside/2026-01-01T000000Z/avatars/\(one)/.packages/c.zip", 100),
      ("set-aside/2026-01-01T000000Z/jobs/x/output.mp4", 200),
      ("set-aside/2026-01-01T000000Z/jobs/nameless/output.mp4", 1),
      ("set-aside/2026-01-01T000000Z/service.sqlite", 2),
      // What is of no tenant, or of the machine.
      ("spool/x", 1000), ("previews/x.png", 1000),
    ] {
      try stage.scratch.write([UInt8](repeating: 7, count: bytes), to: "data/\(file)")
    }
    try stage.scratch.write("two", to: "data/set-aside/2026-01-01T000000Z/jobs/x/owner")
    // No database knows it: it is set aside at the start.
    try stage.scratch.write("one", to: "data/jobs/orphan/owner")
    try stage.scratch.write("1234567", to: "data/jobs/orphan/1/output.mp4")
    let quota = StorageQuota(limit: 1000, folders: ["avatars", "scenes", "fit-profiles"])
    let runner = try stage.runner(store, quota: quota) { $0.concurrency = 0 }
    try runner.start()
    defer { runner.stop(withinSeconds: 20) }
    #expect(quota.used(by: "one") == 10 + 20 + 100 + 3 + 7)
    #expect(quota.used(by: "two") == 30 + 200 + 3)
    #expect(quota.used(by: JobStage.tenant) == Int64(5 + JobStage.tenant.utf8.count))
    let setAside = quota.sum(below: StorageQuota.setAside)
    #expect(setAside.count == 5 && setAside.bytes == 100 + 203 + 1 + 2 + 10)
    #expect(try runner.cancel("waits", of: JobStage.tenant)?.state == .cancelled)
    #expect(quota.used(by: JobStage.tenant) == 0)
  }

  @Test func `a job whose output has no room fails, and one to the last byte is done`() throws {
    let stage = try JobStage()
    let store = try stage.store()
    func run(_ id: String, _ limit: Int64) throws -> (JobRecord, used: Int64) {
      let runner = try stage.runner(store, quota: StorageQuota(limit: limit))
      try JobStage.submit(id, to: runner, store)
      try runner.start()
      defer { runner.stop(withinSeconds: 20) }
      let job = try #require(try stage.wait(for: .done, of: id, in: store))
      let used = runner.quota.used(by: JobStage.tenant)
      _ = try runner.remove(id, of: JobStage.tenant)
      // The job's worker removes its files.
      #expect(eventually { runner.quota.used(by: JobStage.tenant) == 0 })
      return (job, used)
    }
    let (free, whole) = try run("free", .max)
    #expect(free.state == .done)
    // What is kept is what lies there.
    #expect(free.storedBytes == whole)
    #expect(try run("fits", whole).0.state == .done)
    let (over, sent) = try run("over", whole - 1)
    #expect(over.state == .failed && over.failure?.code == "storage-quota", "\(over)")
    #expect(over.failure?.detail.contains("at most \(whole - 1) are allowed") == true)
    // What was sent is still there, and nothing else.
    #expect(sent < whole && over.storedBytes == sent)
    #expect(over.failure?.detail.contains(stage.scratch.url.path) == false)
    // The worker itself ends where a file would be longer than there is room.
    let (small, _) = try run("small", sent + 100)
    #expect(small.failure?.code == "storage-quota", "\(small)")
    let none = try run("none", sent).0
    #expect(none.failure?.code == "storage-quota", "\(none)")
  }

  @Test func `what cannot be kept is not counted`() throws {
    let stage = try JobStage()
    let blobs = try TroubledBlobs(folder: stage.scratch.folder("data"))
    let runner = try stage.runner(try stage.store(), blobs: blobs, quota: StorageQuota(limit: 1000))
    let folder = try runner.folders.beginUpload("one")
    try stage.scratch.write("12345", to: "data/incoming/one/recording/video")
    blobs.fail { call, _ in call == .keepFolder ? .full(place: "s3://bucket/prefix") : nil }
    #expect(throws: JobsError.self) {
      try runner.folders.keepUpload("one", of: "one", request: "{}")
    }
    #expect(runner.quota.used(by: "one") == 0)
    blobs.recover()
    _ = try runner.folders.keepUpload("one", of: "one", request: "{}")
    #expect(runner.quota.used(by: "one") == folder.byteCount() + 5 + 5)
  }
}
