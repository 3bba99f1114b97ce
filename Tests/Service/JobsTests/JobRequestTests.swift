import Foundation
import Isolation
import Jobs
import MediaPipe
import Problems
import Recordings
import Rendering
import Requests
import Store
import TestSupport
import Testing

/// What the store keeps of a job, of this version and of those before.
@Suite struct JobRequestTests {
  /// A request as it was stored when options were words, with what the service keeps beside it.
  private static let stored = #"""
    {"avatars":["dragon","none"],"container":"mkv","media":"clip.mkv",
     "renderOptions":["--start=0.1","--end=0.5","--codec=ffv1"],
     "sharedOptions":["--placement=landmarks","--no-snap","--mirror","--size=96x128",
       "--filter=snow:seed=7","--tracking-rotation=0","--skip-bad-samples","--smoothing=ema",
       "--smoothing-ms=80","--lost-faces=hold"],
     "threads":3,"tracking":"tracking.jsonl","estimate":{"frames":25}}
    """#

  private static func old() throws -> JobRequest {
    try JSONDecoder().decode(JobRequest.self, from: Data(stored.utf8))
  }

  @Test func `a job that was stored in words is the same as one that is stored as a request`()
    throws
  {
    let job = try Self.old()
    #expect(job.media == "clip.mkv" && job.tracking == "tracking.jsonl" && job.container == "mkv")
    let render = try RenderRequest(
      json: Array(
        #"""
        {"avatars": ["dragon", "none"], "start": 0.1, "end": 0.5, "codec": "ffv1",
         "placement": "landmarks", "snap": false, "mirror": true, "size": "96x128",
         "filter": "snow:seed=7", "tracking": {"rotationDegrees": 0, "skipBadSamples": true},
         "smoothing": "ema", "smoothingMs": 80, "lostFaces": "hold", "threads": 3}
        """#.utf8), in: .render)
    #expect(job.render == render)
    let text = try JSONEncoder().encode(job)
    #expect(try JSONDecoder().decode(JobRequest.self, from: text) == job)
  }

  /// A job that was stored without tracking before there was a tracker is rendered as it was then.
  @Test func `only a job that is tracked automatically says so`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    var job = JobRequest(media: "clip.mkv", tracking: nil, render: JobStage.wearing("dragon"))
    let text = String(decoding: try encoder.encode(job), as: UTF8.self)
    #expect(
      text == #"""
        {"container":"mp4","media":"clip.mkv","render":{"avatars":["dragon"],"threads":5,"version":1}}
        """#)
    let read = try JSONDecoder().decode(JobRequest.self, from: Data(text.utf8))
    #expect(!read.isTrackedAutomatically)
    job.isTrackedAutomatically = true
    job.render.tracker.options.numFaces = 2
    let tracked = try encoder.encode(job)
    #expect(String(decoding: tracked, as: UTF8.self).contains(#""isTrackedOnTheWay":true"#))
    #expect(try JSONDecoder().decode(JobRequest.self, from: tracked) == job)
  }

  @Test func `a job that shall be tracked fails with its code where the tracker is gone`() throws {
    let stage = try JobStage()
    let store = try stage.store()
    let runner = try stage.runner(store)
    try JobStage.submit("alone", to: runner, store) { job in
      job.tracking = nil
      job.isTrackedAutomatically = true
    }
    try JobStage.submit("as-it-was", to: runner, store) { $0.tracking = nil }
    try runner.start()
    let failed = try #require(try stage.wait(for: .failed, of: "alone", in: store))
    #expect(failed.failure?.code == "no_tracker", "\(failed)")
    let done = try #require(try stage.wait(for: .done, of: "as-it-was", in: store))
    #expect(done.state == .done, "\(done)")
    runner.stop(withinSeconds: 20)
  }

  @Test func `a stored job says nothing that no job could say`() {
    for word in ["--output=/etc/x", "--overwrite=1", "--nothing", "", "x"] {
      let text = #"""
        {"avatars":["none"],"container":"mp4","media":"a","renderOptions":["\#(word)"],
         "sharedOptions":[],"threads":2}
        """#
      let job = try? JSONDecoder().decode(JobRequest.self, from: Data(text.utf8))
      #expect(job == nil || word.hasPrefix("--o"), "\(word)")
    }
  }

  @Test func `a job that was stored in words runs, and gives the bytes of the request`() throws {
    let stage = try JobStage()
    let store = try stage.store()
    let runner = try stage.runner(store)
    let job = try Self.old()
    try JobStage.submit("new", to: runner, store) { $0 = job }
    try JobStage.submit("old", to: runner, store, stored: Self.stored)
    try runner.start()
    for id in ["new", "old"] {
      let ended = try #require(try stage.wait(for: .done, of: id, in: store))
      #expect(ended.state == .done, "\(ended)")
    }
    for name in ["output.mkv", "placements.jsonl", "poster.jpg"] {
      #expect(try stage.output("old", name) == stage.output("new", name), "\(name)")
    }
    runner.stop(withinSeconds: 20)
  }

  /// The poster is a picture of one frame, of which parts and speeds say nothing.
  @Test(arguments: [0.5, 2]) func `a part at another speed is done, with its poster`(speed: Double)
    throws
  {
    let stage = try JobStage()
    let store = try stage.store()
    let runner = try stage.runner(store)
    let clip = try stage.slowClip()
    try JobStage.submit("fast", to: runner, store, clip: clip) { job in
      job.render.avatars = ["none"]
      (job.render.output.speed, job.render.start) = (speed, .second(0.2))
    }
    try runner.start()
    let done = try #require(try stage.wait(for: .done, of: "fast", in: store))
    #expect(done.state == .done, "\(done)")
    #expect(try stage.output("fast", "poster.jpg").prefix(2) == [0xFF, 0xD8])
    runner.stop(withinSeconds: 20)
  }

  /// What would name a file, or lift a limit.
  private static let unfit: [@Sendable (inout JobRequest) -> Void] = [
    { $0.render.output.path = "/tmp/x.mp4" }, { $0.render.output.placements = "p.jsonl" },
    { $0.render.recording = "/etc" }, { $0.render.video = "/etc/passwd" },
    { $0.render.trackingFile = "../x" }, { $0.render.avatarsFolder = "/" },
    { $0.render.card.logo = "/etc/logo.png" }, { $0.render.card.folder = "/" },
    { $0.render.score = "-" }, { $0.render.output.keepsMetadata = true },
    { $0.render.output.overwrites = true },
    { $0.render.tracker.library = "/tmp/x.so" }, { $0.render.tracker.faceModel = "/etc/x" },
    { $0.render.tracker.cache = "/tmp" },
    { $0.render.avatars = ["/etc/avatar"] }, { $0.render.avatars = [] }, { $0.media = "../clip" },
    { $0.tracking = "/etc/t" }, { $0.container = "sh" },
  ]

  @Test(arguments: unfit.indices)
  func `a job that names what is the runner's is refused before a worker starts`(
    index: Int
  ) throws {
    let stage = try JobStage()
    // It would end with another code, had it been started.
    let runner = try stage.runner(stage.store()) { $0.executable = "/nowhere" }
    let folder = try runner.folders.beginUpload("look")
    defer { runner.folders.dropUpload("look") }
    var job = JobRequest(media: "clip.mkv", tracking: nil, render: JobStage.wearing("none"))
    Self.unfit[index](&job)
    do {
      _ = try runner.preflight(job, in: folder)
      Issue.record("accepted")
    } catch {
      #expect(error.problemCode == .unfitOutput, "\(error)")
    }
  }
}
