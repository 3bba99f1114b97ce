import Blobs
import Foundation
import Jobs
import Recordings
import Store
import Synchronization
import TestSupport
import Testing

/// Erasing by a runner, where what keeps its files has troubles.
@Suite struct EraseTests {
  private let stage: JobStage
  private let store: any ServiceStore

  init() throws {
    stage = try JobStage()
    store = try stage.store()
  }

  private func queue(_ ids: [String], _ runner: JobRunner) throws {
    for id in ids {
      try JobStage.submit(id, to: runner, store) { $0.provenance.subject = "child-4711" }
    }
  }

  @Test func `digests are noted before files go, and a sweep goes on where they could not`() throws
  {
    let blobs = try TroubledBlobs(folder: stage.scratch.folder("bucket"))
    let runner = try stage.runner(store, blobs: blobs) { $0.concurrency = 0 }
    try queue(["a", "b"], runner)
    let clip = try stage.scratch.bytes("bucket/jobs/a/recording/clip.mkv")
    blobs.fail { call, key in
      call == .remove && key?.text == "jobs/b"
        ? .unavailable(place: "s3://bucket/prefix", reason: "test") : nil
    }
    #expect(throws: (any Error).self) {
      _ = try runner.erase("child-4711", of: JobStage.tenant)
    }
    #expect(try store.job("a") == nil && store.job("b") != nil)
    // Of what went there is an account, though it failed.
    #expect(stage.erased.withLock { $0.map(\.renders) } == [1])
    #expect(try store.erasures().first?.subject == "child-4711")
    let noted = try store.erasedFiles()
    // Of both, which were sent the same: the clip and its tracking.
    #expect(noted.count == 2 && noted.contains { $0.bytes == Int64(clip.count) })
    let sums = try Program(named: "sha256sum").succeed(
      [JobStage.golden.appending(path: "clip.mkv").path], in: stage.scratch)
    let sum = String(String(decoding: sums, as: UTF8.self).prefix(64))
    #expect(noted.contains { $0.sha256 == sum && $0.tenant == JobStage.tenant })
    // It does not answer yet; that is told once.
    for _ in 1...2 { try runner.sweep() }
    let faults = stage.faults.withLock {
      $0.filter { $0.contains("an erasure cannot be completed") }
    }
    #expect(faults.count == 1, "\(faults)")
    blobs.recover()
    try runner.sweep()
    #expect(try store.job("b") == nil && store.erasures().isEmpty)
    #expect(stage.erased.withLock { $0.map(\.renders) } == [1, 1])
    #expect(try stage.scratch.names(in: "bucket/jobs").isEmpty)
    #expect(runner.quota.used(by: JobStage.tenant) == 0)
  }

  @Test func `packages that went with a recording are not taken for its person's`() throws {
    let runner = try stage.runner(store) { $0.concurrency = 0 }
    try queue(["a"], runner)
    for name in ["mine.zip", "scenes/own.zip", "session", "fit-profile.json"] {
      try stage.scratch.write("kept under its own name too", to: "data/jobs/a/recording/\(name)")
    }
    try stage.scratch.write("made", to: "data/jobs/a/2/output.mp4")
    let erased = try runner.erase("child-4711", of: JobStage.tenant)
    #expect(erased.renders == 1 && erased.files == 3)
    #expect(try stage.scratch.names(in: "data/jobs").isEmpty)
  }

  @Test func `an upload that was killed before it had an owner is erased`() throws {
    let runner = try stage.runner(store) { $0.concurrency = 0 }
    try queue(["a"], runner)
    let root = "data/set-aside/2026-11-30/jobs"
    let request = try stage.scratch.bytes("data/jobs/a/request.json")
    for (id, owner) in [("b", nil), ("c", "other")] as [(String, String?)] {
      try stage.scratch.write(request, to: "\(root)/\(id)/request.json")
      try stage.scratch.write("a clip", to: "\(root)/\(id)/recording/clip.mkv")
      if let owner { try stage.scratch.write(owner, to: "\(root)/\(id)/owner") }
    }
    try stage.scratch.write("{\"media\"", to: "\(root)/d/request.json")
    for renders in [2, 0] {
      #expect(try runner.erase("child-4711", of: JobStage.tenant).renders == renders)
    }
    #expect(try stage.scratch.names(in: root) == ["c", "d"])
    #expect(try store.erasedFiles().contains { $0.bytes == 6 && $0.tenant == JobStage.tenant })
    let notes = stage.notes.withLock { $0.filter { $0.contains("cannot be read") } }
    #expect(notes.count == 1 && notes.first?.contains("jobs/d ") == true, "\(notes)")
  }
}
