import ClipReading
import Foundation
import Frames
import Geometry
import TestSupport
import Testing
import Tracker
import Tracking
import TrackingFiles

/// A tracker without files, which sees what the test says.
struct ScriptedFound: FoundTracker {
  var identity = TrackerIdentity(version: "1", models: [], options: [])
  var mostFaces: Int? = 1
  var notes: [String] = []
  var see: @Sendable (Int, TrackerPicture) throws -> TrackingSample = { time, _ in
    TrackingSample(timestampMs: Double(time))
  }

  func start(_ mode: TrackingMode, in place: TrackerPlace) throws -> any FrameTracker {
    ScriptedTracker(see)
  }

  func closeUps(_ mode: TrackingMode, in place: TrackerPlace) -> CloseUpSetup? { nil }
}

/// The tracking of a clip without a tracking file, whatever tracks it.
///
/// One after the other: trackers in this process put its standard output aside.
@Suite(.serialized) struct AutomaticTrackingTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func clip() throws -> String {
    let path = folder.path("clip.mkv")
    try Program.ffmpeg.succeed([
      "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25", "-frames:v", "5", "-c:v",
      "ffv1", path,
    ])
    return path
  }

  /// The tracking file of a clip, and what was reported in between, a word each.
  private func path(
    _ tracking: AutomaticTracking, _ media: String, _ found: ScriptedFound = ScriptedFound(),
    cache: String? = nil, environment: [String: String] = [:], isCancelled: Bool = false
  ) throws -> (path: String, told: [String]) {
    var told: [String] = []
    func report(_ event: AutomaticTracking.Event) {
      switch event {
      case .note(let line): told.append(line)
      case .began(let media): told.append("began \((media as NSString).lastPathComponent)")
      case .progress(let progress):
        if progress.isFinished { told.append("\(progress.frames) frames") }
      case .finished(let summary): told.append("\(summary.tracked) tracked")
      }
    }
    let cache = try tracking.cache(named: cache, environment: environment, report: report)
    let path = try tracking.path(
      of: media, rate: nil, PictureReading(), by: found, in: cache,
      isCancelled: { isCancelled }, report: report)
    return (path, told)
  }

  @Test(arguments: [TrackerPlace.ownProcess, .thisProcess])
  func `a clip is tracked once, and found in the cache the next time`(place: TrackerPlace) throws {
    let media = try clip()
    let cache = folder.path("cache")
    let first = try path(AutomaticTracking(in: place), media, cache: cache)
    #expect(first.told == ["began clip.mkv", "5 frames", "5 tracked"])
    let reader = try TrackingReader(path: first.path)
    #expect(try reader.next()?.timestampMs == 0)
    let second = try path(AutomaticTracking(in: place), media, cache: cache)
    #expect(second.path == first.path)
    #expect(second.told == ["the tracking is that of an earlier run, \(first.path)"])
    // What is not as it was written is made anew.
    try Data("x".utf8).write(to: URL(filePath: first.path))
    let third = try path(AutomaticTracking(in: place), media, cache: cache)
    #expect(third.path == first.path && third.told.count == 4)
    #expect(third.told.first?.contains("is not used and made anew") == true)
  }

  @Test func `a tracker of another identity tracks anew`() throws {
    let media = try clip()
    let tracking = AutomaticTracking(in: .ownProcess)
    var other = ScriptedFound()
    other.identity.version = "2"
    let paths = try [ScriptedFound(), other].map {
      try path(tracking, media, $0, cache: folder.path("cache")).path
    }
    #expect(paths[0] != paths[1])
  }

  @Test func `without a cache the tracking stays until the run's end, and goes with it`() throws {
    let media = try clip()
    var tracking: AutomaticTracking? = AutomaticTracking(in: .ownProcess)
    // A file stands where the user's cache folder would be.
    try folder.write("", to: "home/.cache")
    let made = try path(
      try #require(tracking), media, environment: ["HOME": folder.path("home")])
    #expect(made.told.first?.contains("cannot be written to, so the tracking is not kept") == true)
    #expect(FileManager.default.fileExists(atPath: made.path))
    tracking = nil
    #expect(!FileManager.default.fileExists(atPath: made.path))
    #expect(
      !FileManager.default.fileExists(atPath: (made.path as NSString).deletingLastPathComponent))
  }

  @Test func `a named cache that cannot be made is refused with its name`() throws {
    let place = try folder.write("a file", to: "file") + "/cache"
    #expect(throws: TrackerError.cacheUnusable(path: place)) {
      try path(AutomaticTracking(in: .ownProcess), clip(), cache: place)
    }
  }

  @Test func `a clip that takes longer than it may is refused with the limit`() throws {
    var slow = ScriptedFound()
    slow.see = { time, _ in
      // The next frame comes after the deadline, however fast the machine is.
      let end = ContinuousClock.now + .milliseconds(20)
      while ContinuousClock.now < end {}
      return TrackingSample(timestampMs: Double(time))
    }
    let media = try clip()
    #expect(throws: TrackerError.tooLong(seconds: 0.01)) {
      try path(
        AutomaticTracking(in: .thisProcess, seconds: 0.01), media, slow, cache: folder.path("c"))
    }
    // A caller that asked to stop hears nothing of limits.
    #expect(throws: TrackerError.interrupted(kept: nil, frames: 0)) {
      try path(
        AutomaticTracking(in: .thisProcess, seconds: 60), media, cache: folder.path("c"),
        isCancelled: true)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path("c"))
    #expect(left.isEmpty)
  }
}

@Suite struct MergedTrackersTests {
  private static let faces: ScriptedFound = {
    var found = ScriptedFound()
    found.identity = TrackerIdentity(
      version: "1", models: [.init(task: "face", sha256: "00")], options: ["a"])
    found.notes = ["no hands"]
    found.see = { time, _ in
      TrackingSample(timestampMs: Double(time), faces: [BoxFaces.face(x: Double(time))])
    }
    return found
  }()

  private static let hands: ScriptedFound = {
    var found = ScriptedFound()
    found.identity = TrackerIdentity(version: "2", models: [], options: ["b"])
    found.mostFaces = nil
    found.see = { time, _ in
      TrackingSample(timestampMs: Double(time), hands: [HandSample(handedness: .left)])
    }
    return found
  }()

  @Test func `each sees every picture, and what they see is one sample`() throws {
    let merged = MergedTrackers([Self.hands, Self.faces])
    #expect(merged.mostFaces == 1 && merged.notes == ["no hands"])
    #expect(
      merged.identity
        == TrackerIdentity(
          version: "2 + 1", models: [.init(task: "face", sha256: "00")], options: ["b", "a"]))
    let tracker = try merged.start(.video, in: .ownProcess)
    #expect(tracker.note.name == "scripted and scripted" && tracker.note.isSmoothed == false)
    let picture = try #require(
      TrackerPicture(
        size: BoxFaces.size,
        pixels: [UInt8](
          repeating: 0, count: 3 * BoxFaces.size.width * BoxFaces.size.height)))
    for timeMs in 0..<3 {
      let sample = try tracker.track(picture, atMs: timeMs)
      #expect(sample.timestampMs == Double(timeMs))
      #expect(sample.faces == [BoxFaces.face(x: Double(timeMs))] && sample.hands.count == 1)
    }
  }
}
