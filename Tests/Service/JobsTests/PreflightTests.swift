import FolderBlobs
import Foundation
import Isolation
import Jobs
import Problems
import Recordings
import Rendering
import Store
import TestSupport
import Testing

/// The look into a recording before a job is made of it.
@Suite struct PreflightTests {
  private let stage: JobStage
  private let runner: JobRunner

  init() throws {
    stage = try JobStage()
    runner = try stage.runner(stage.store())
  }

  private func look(
    at clip: String, tracking: String? = nil, limits: ClipLimits = ClipLimits()
  ) throws -> RecordingProbe {
    let folder = try runner.folders.beginUpload("look")
    defer { runner.folders.dropUpload("look") }
    try FileManager.default.copyItem(atPath: clip, toPath: folder.path("recording/clip.mkv"))
    if let tracking {
      try Data(tracking.utf8).write(to: URL(filePath: folder.path("recording/t.jsonl")))
    }
    return try runner.preflight(
      JobRequest(
        media: "clip.mkv", tracking: tracking.map { _ in "t.jsonl" },
        render: JobStage.wearing("dragon")),
      in: folder, limits: limits)
  }

  @Test func `a clip's size, frames and length are those that it was made with`() throws {
    let clip = try SyntheticClip(width: 320, height: 180, frames: 50).make(
      "c.mkv", in: stage.scratch)
    let found = try look(at: clip)
    #expect(found.width == 320 && found.height == 180 && found.frames == 50)
    #expect(found.codec == "h264" && found.fps == 25)
    #expect(abs((found.seconds ?? 0) - 2) < 0.05)
    #expect(found.estimatedCPUSeconds > 0)
  }

  @Test func `each limit holds, and one that is just met does not`() throws {
    let clip = try SyntheticClip(width: 320, height: 180, frames: 50).make(
      "c.mkv", in: stage.scratch)
    var limits = ClipLimits()
    (limits.maximumPixels, limits.maximumFrames, limits.maximumSeconds) = (320 * 180, 50, 2.05)
    _ = try look(at: clip, limits: limits)
    let changes: [(WritableKeyPath<ClipLimits, Int>, ProblemCode)] = [
      (\.maximumPixels, .recordingTooLarge), (\.maximumFrames, .recordingTooLong),
    ]
    for (change, code) in changes {
      var less = limits
      less[keyPath: change] -= 1
      expectRefusal(code) { try look(at: clip, limits: less) }
    }
    limits.maximumSeconds = 1.9
    expectRefusal(.recordingTooLong) { try look(at: clip, limits: limits) }
  }

  @Test func `all of the tracking is read, for its faults and its faces`() throws {
    let clip = try SyntheticClip(frames: 2).make("c.mkv", in: stage.scratch)
    let face = SyntheticFace()
    let tracking = SyntheticTracking(
      width: 160, height: 120,
      samples: [(timestampMs: 0, faces: [face]), (timestampMs: 40, faces: [face, face])])
    var limits = ClipLimits()
    limits.maximumFaces = 2
    let found = try look(at: clip, tracking: tracking.text, limits: limits)
    #expect(found.trackingSamples == 2 && found.mostFaces == 2)
    limits.maximumFaces = 1
    expectRefusal(.tooManyFaces) { try look(at: clip, tracking: tracking.text, limits: limits) }
    expectRefusal(.badTracking) { try look(at: clip, tracking: tracking.text + "{]\n") }
  }

  @Test func `what is no clip, or no tracking, is refused before it is accepted`() throws {
    let text = try stage.scratch.write("no clip at all", to: "text.mkv")
    expectRefusal(.badRecording) { try look(at: text) }
    let clip = try SyntheticClip(frames: 2).make("c.mkv", in: stage.scratch)
    expectRefusal(.badTracking) { try look(at: clip, tracking: "{\"no\": \"tracking\"}\n") }
    let playlist = try stage.scratch.write(
      "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nhttp://127.0.0.1:1/x.ts\n", to: "p.mkv")
    expectRefusal(.badRecording) { try look(at: playlist) }
  }

  @Test func `a look whose client is gone is ended, and its worker with it`() throws {
    // A folder of its own: that of the suite has its runner.
    let stage = try JobStage()
    let endless = try stage.scratch.write("#!/bin/sh\nexec sleep 3600\n", to: "endless")
    #expect(chmod(endless, 0o755) == 0)
    let runner = try stage.runner(stage.store()) { $0.executable = endless }
    let folder = try runner.folders.beginUpload("look")
    defer { runner.folders.dropUpload("look") }
    let cancellation = Cancellation()
    let asked = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let worker = stage.firstWorker()
      #expect(worker != nil)
      cancellation.request()
      asked.signal()
    }
    // Left alone it would end too, by its limit of time, which has another code.
    expectRefusal(.interrupted) {
      try runner.preflight(
        JobRequest(media: "clip.mkv", tracking: nil, render: JobStage.wearing("none")), in: folder,
        cancellation: cancellation)
    }
    asked.wait()
    #expect(stage.workers().isEmpty)
  }

  @Test func `the sandbox mechanisms of this machine are told`() throws {
    #expect(try runner.isolationInForce().limits.isInForce)
  }

  @Test func `settings out of their range are refused by name`() throws {
    var settings = JobStage.settings(stage.scratch.path("other"))
    // In a folder of its own: there is one service for each.
    let store = try JobStage().store()
    settings.concurrency = 65
    let blobs = try FolderBlobStore(folder: stage.scratch.folder("data"))
    #expect(
      throws: JobsError.badSetting(name: "concurrency", found: "65", expected: "0 to 64")
    ) { try JobRunner(store: store, blobs: blobs, settings: settings) }
    settings.concurrency = 64
    _ = try JobRunner(store: store, blobs: blobs, settings: settings)
  }

  private func expectRefusal(_ code: ProblemCode, _ body: () throws -> RecordingProbe) {
    do {
      let found = try body()
      Issue.record("accepted: \(found)")
    } catch let refusal as WorkerFailure {
      #expect(refusal.problemCode == code, "\(refusal)")
      #expect(!refusal.description.contains("recording/"), "\(refusal)")
      #expect(!refusal.description.contains(stage.scratch.url.path), "\(refusal)")
    } catch {
      Issue.record("\(error)")
    }
  }
}
