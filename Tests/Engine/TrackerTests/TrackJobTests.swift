import Foundation
import Frames
import Geometry
import Problems
import TestSupport
import Testing
import Tracker
import Tracking
import TrackingFiles

/// A tracker that sees what the test says.
final class ScriptedTracker: FrameTracker {
  let note = TrackerNote(
    name: "scripted", version: "1", options: [.init("numFaces", .whole(1))],
    models: [.init(task: "face", sha256: "00")], isSmoothed: false)
  private let see: (Int, TrackerPicture) throws -> TrackingSample
  private(set) var times: [Int] = []
  private(set) var sizes: Set<PixelSize<TrackerSpace>> = []

  init(
    _ see: @escaping (Int, TrackerPicture) throws -> TrackingSample = { time, _ in
      TrackingSample(timestampMs: Double(time))
    }
  ) {
    self.see = see
  }

  func track(_ picture: TrackerPicture, atMs timeMs: Int) throws -> TrackingSample {
    times.append(timeMs)
    sizes.insert(picture.size)
    return try see(times.count - 1, picture)
  }
}

/// A clip's way through a tracker into a file, whatever the tracker is.
@Suite struct TrackJobTests {
  private let folder: ScratchFolder
  private let output: String

  init() throws {
    folder = try ScratchFolder()
    output = folder.path("t.jsonl")
  }

  /// A clip of grey frames, 25 a second.
  private func clip(frames: Int = 20, filter: String = "null") throws -> String {
    let path = folder.path("clip.mkv")
    try Program.ffmpeg.succeed([
      "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25", "-vf", filter,
      "-frames:v", "\(frames)", "-c:v", "ffv1", "-pix_fmt", "yuv420p", path,
    ])
    return path
  }

  private func run(
    _ media: String, by tracker: ScriptedTracker = ScriptedTracker(),
    stopAfter: Int = .max, change: (inout TrackSettings) -> Void = { _ in }
  ) throws -> TrackSummary {
    var settings = TrackSettings(media: media, output: output)
    change(&settings)
    return try TrackJob(settings).run(tracker, isCancelled: { tracker.times.count >= stopAfter })
  }

  private func samples(_ path: String? = nil) throws -> [TrackingSample] {
    let reader = try TrackingReader(path: path ?? output)
    var samples: [TrackingSample] = []
    while let sample = try reader.next() { samples.append(sample) }
    return samples
  }

  @Test func `every frame has a sample at its own time, and the header says whose`() throws {
    let summary = try run(clip())
    #expect(summary.frames == 20 && summary.tracked == 20 && summary.failed == 0)
    #expect(try samples().map(\.timestampMs) == (0..<20).map { Double($0) * 40 })
    let header = try TrackingReader(path: output).header
    #expect(header.size == PixelSize(clamping: 64, 48))
    #expect(header.isSmoothed == false)
    // Another program's hash.
    let sum = try Program(named: "sha256sum").succeed([folder.path("clip.mkv")])
    #expect(header.clipSHA256 == String(decoding: sum.prefix(64), as: UTF8.self))
    let first = try #require(
      String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").first)
    #expect(first.contains(#""tracker":{"name":"scripted","version":"1","options":{"numFaces":1}"#))
    #expect(first.contains(#""models":{"face":"sha256 00"},"smoothed":false}"#))
  }

  @Test func `a frame without an answer is a record of its own`() throws {
    let tracker = ScriptedTracker { index, _ in
      TrackingSample(timestampMs: 0, failure: index % 5 == 3 ? "no \"answer\"" : nil)
    }
    let summary = try run(clip(), by: tracker)
    #expect(summary.failed == 4 && summary.firstFailure == "no \"answer\"")
    let read = try samples()
    #expect(read.count == 20)
    #expect(read.enumerated().allSatisfy { ($1.failure != nil) == ($0 % 5 == 3) })
    #expect(read[3].failure == "no \"answer\"")
  }

  @Test(arguments: [(1, 20), (3, 7), (20, 1), (1000, 1)])
  func `one frame of so many is tracked`(every: Int, count: Int) throws {
    let summary = try run(clip()) { $0.every = every }
    #expect(summary.tracked == count && summary.frames == 20)
    #expect(try samples().map(\.timestampMs) == (0..<count).map { Double($0 * every) * 40 })
  }

  @Test(arguments: [(32, 32, 32, 24), (48, 48, 48, 36), (640, 480, 64, 48), (1, 1, 1, 1)])
  func `the picture is made to fit, in its own shape`(
    boxWidth: Int, boxHeight: Int, width: Int, height: Int
  ) throws {
    let tracker = ScriptedTracker()
    _ = try run(clip(frames: 2), by: tracker) { $0.size = PixelSize(clamping: boxWidth, boxHeight) }
    #expect(tracker.sizes == [PixelSize(clamping: width, height)])
    #expect(try TrackingReader(path: output).header.size == PixelSize(clamping: width, height))
  }

  @Test func `a live tracker that is slow leaves frames out`() throws {
    let tracker = ScriptedTracker { _, _ in
      usleep(100_000)
      return TrackingSample(timestampMs: 0)
    }
    let summary = try run(clip(frames: 10), by: tracker) { $0.dropsBusy = true }
    // 100 ms are at least two frames of 40 ms; a slow machine leaves out more.
    #expect(summary.dropped >= 6 && summary.tracked + summary.dropped == 10)
  }

  @Test(arguments: ["t.jsonl", "t.jsonl.gz", "t.jsonl.zst"])
  func `an interrupted run is kept, and gone on with to the same samples`(name: String) throws {
    let media = try clip(frames: 60)
    let path = folder.path(name)
    let whole = folder.path("whole.jsonl")
    _ = try run(media) { $0.output = whole }
    #expect(throws: TrackerError.self) { try run(media, stopAfter: 33) { $0.output = path } }
    #expect(!FileManager.default.fileExists(atPath: path))
    let kept = try #require(try PartialTracking(of: path))
    #expect(kept.sampleCount == 33 && kept.lastTimeMs == 32 * 40)
    // Killed in the middle of a line.
    let file = try #require(FileHandle(forWritingAtPath: path + ".partial"))
    try file.seekToEnd()
    try file.write(contentsOf: Data(#"{"timestampMs":1320,"fac"#.utf8))
    try file.close()
    let tracker = ScriptedTracker()
    let summary = try run(media, by: tracker) {
      $0.output = path
      $0.resumes = true
    }
    #expect(summary.resumed == 33 && summary.tracked == 27)
    // A second of frames before is looked at again.
    #expect(tracker.times.first == 32 * 40 - 1000 + 0)
    #expect(try samples(path) == samples(whole))
    #expect(!FileManager.default.fileExists(atPath: path + ".partial"))
  }

  @Test func `what another run left is not gone on with`() throws {
    let media = try clip(frames: 10)
    #expect(throws: TrackerError.self) { try run(media, stopAfter: 5) }
    #expect(throws: TrackerError.otherRun(path: output + ".partial")) {
      try run(media) {
        $0.resumes = true
        $0.size = PixelSize(clamping: 32, 32)
      }
    }
    // And without being asked to, a run begins anew.
    #expect(try run(media).tracked == 10)
  }

  @Test func `two runs to one output never mix: the second is refused by name`() throws {
    let media = try clip(frames: 5)
    let whole = folder.path("whole.jsonl")
    _ = try run(media) { $0.output = whole }
    let tracker = ScriptedTracker { index, _ in
      if index == 2 {
        let fault = #expect(throws: TrackingWriteError.self) {
          try self.run(media) { $0.resumes = true }
        }
        #expect(fault == .inUse(file: self.output, kept: self.output + ".partial"))
      }
      return TrackingSample(timestampMs: 0)
    }
    #expect(try run(media, by: tracker).tracked == 5)
    #expect(try samples() == samples(whole))
    #expect(!FileManager.default.fileExists(atPath: output + ".partial"))
    // And when the first has ended, there is room for the next.
    #expect(try run(media).tracked == 5)
  }

  @Test func `samples beyond the clip are not gone on with`() throws {
    let media = try clip(frames: 10)
    #expect(throws: TrackerError.self) { try run(media, stopAfter: 5) }
    let file = try #require(FileHandle(forWritingAtPath: output + ".partial"))
    try file.seekToEnd()
    try file.write(contentsOf: Data("{\"timestampMs\":361}\n".utf8))
    try file.close()
    let fault = #expect(throws: TrackerError.self) { try run(media) { $0.resumes = true } }
    #expect(fault == .beyondClip(path: output + ".partial", lastMs: 361, clipMs: 360))
    #expect(fault?.problemCode == .badInput)
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test func `numbered pictures are a clip of their rate`() throws {
    try folder.folder("frames")
    try Program.ffmpeg.succeed([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25", "-frames:v", "5",
      "-start_number", "7", folder.path("frames/%03d.png"),
    ])
    try folder.write("no picture", to: "frames/0008.png")
    let summary = try run(folder.path("frames/%03d.png")) { $0.rate = FrameRate(50) }
    #expect(summary.tracked == 5)
    #expect(try samples().map(\.timestampMs) == [0, 20, 40, 60, 80])
    #expect(throws: VideoError.rateUnknown(path: folder.path("frames/%03d.png"))) {
      try run(folder.path("frames/%03d.png"))
    }
    #expect(throws: (any Error).self) {
      try run(folder.path("frames/%04d.jpg")) { $0.rate = FrameRate(50) }
    }
  }

  @Test func `what the tracker throws ends the run, and the clip's faults too`() throws {
    struct Broken: Error {}
    let media = try clip(frames: 5)
    #expect(throws: Broken.self) { try run(media, by: ScriptedTracker { _, _ in throw Broken() }) }
    #expect(throws: (any Error).self) { try run(folder.write("no clip", to: "x.mp4")) }
    #expect(throws: (any Error).self) { try run(folder.path("nothing.mp4")) }
  }

  @Test func `a place that cannot be written to is a fault of the output`() throws {
    let media = try clip(frames: 2)
    for keepsPart in [true, false] {
      let fault = #expect(throws: TrackingWriteError.self) {
        try run(media) {
          $0.output = "/dev/null/t.jsonl"
          $0.keepsPart = keepsPart
        }
      }
      #expect(fault?.problemCode == .cannotWrite)
    }
  }
}
