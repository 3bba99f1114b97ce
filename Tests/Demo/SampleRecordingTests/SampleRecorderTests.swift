import ClipReading
import FaceModel
import Foundation
import Frames
import Geometry
import SampleRecording
import TestSupport
import Testing
import Tracking
import TrackingFiles

@Suite struct SampleRecorderTests {
  private struct Stop: Error {}

  private func recorder(threads: Int = 2) throws -> SampleRecorder {
    // A width of 128 times something: at others (192, 320) x264 164 reads memory that it never set
    // and gives different bytes from run to run, in the ffmpeg tool as well.
    let size = try #require(PixelSize<TrackerSpace>(width: 256, height: 144))
    return SampleRecorder(size: size, frameRate: 10, duration: 1.3, threads: threads)
  }

  /// Runs a test in a folder of its own that is removed afterwards.
  private func withFolder(_ body: (String) throws -> Void) throws {
    try withExtendedLifetime(ScratchFolder()) { try body($0.path("recording")) }
  }

  private func files(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test func `a recording reads back as it was told`() throws {
    try withFolder { folder in
      let recorder = try recorder()
      var told: [Int] = []
      try recorder.write(into: folder) { done, total in
        told.append(done)
        #expect(total == 13)
      }
      #expect(told == told.sorted() && told.last == 13)
      let made = try files(folder)
      #expect(made == ["clip.mp4", "recording.json", "tracking.jsonl"])

      let index = try JSONDecoder().decode(
        [String: String].self, from: Data(contentsOf: URL(filePath: folder + "/recording.json")))
      #expect(index == ["video": "clip.mp4", "tracking": "tracking.jsonl"])

      let clip = try ClipReader(path: folder + "/clip.mp4")
      let tracking = try TrackingReader(path: folder + "/tracking.jsonl")
      #expect(tracking.header == TrackingHeader(size: recorder.size))
      var frames = 0
      while let frame = try clip.nextFrame() {
        let sample = try #require(try tracking.next())
        // Close enough that a frame takes its sample as it is.
        #expect(abs(frame.timestampMs - sample.timestampMs) < 0.5)
        let truth = SampleScript.visit.tracking(at: Double(frames) / 10, size: recorder.size)
        #expect(sample.faces.map(\.id) == truth.faces.map(\.id))
        for (read, told) in zip(sample.faces, truth.faces) {
          let distance =
            zip(read.landmarks, told.landmarks)
            .map { $0.xy.distance(to: $1.xy) }.max() ?? .infinity
          #expect(distance < 1e-3)
          #expect(read.blendshapes[.mouthSmileLeft] > 0)
        }
        frames += 1
      }
      #expect(frames == 13)
      let rest = try tracking.next()
      #expect(rest == nil)
    }
  }

  @Test func `one thread and two write the same bytes`() throws {
    try withFolder { folder in
      try recorder(threads: 1).write(into: folder + "/one")
      try recorder(threads: 2).write(into: folder + "/two")
      for name in ["clip.mp4", "tracking.jsonl", "recording.json"] {
        let one = try Data(contentsOf: URL(filePath: folder + "/one/" + name))
        let two = try Data(contentsOf: URL(filePath: folder + "/two/" + name))
        #expect(one == two, "\(name)")
      }
    }
  }

  @Test func `a recording that is there is only replaced on demand`() throws {
    try withFolder { folder in
      var recorder = try recorder()
      recorder.duration = 0.2
      try recorder.write(into: folder)
      #expect(throws: SampleRecordingError.recordingExists(path: folder + "/recording.json")) {
        try recorder.write(into: folder)
      }
      recorder.overwrites = true
      try recorder.write(into: folder)
      let made = try files(folder)
      #expect(made.count == 3)
    }
  }

  @Test func `work that is stopped leaves nothing behind`() throws {
    try withFolder { folder in
      #expect(throws: Stop.self) {
        try recorder().write(into: folder) { done, _ in if done > 0 { throw Stop() } }
      }
      // The folder was made for the recording, so it goes with it.
      #expect(!FileManager.default.fileExists(atPath: folder))
    }
  }

  @Test func `a folder that cannot be made is named`() throws {
    #expect(throws: SampleRecordingError.self) {
      try recorder().write(into: "/dev/null/recording")
    }
  }
}
