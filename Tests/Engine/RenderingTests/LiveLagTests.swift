import FaceModel
import Foundation
import Geometry
import Placement
import Rendering
import TestSupport
import Testing
import Timelines
import Tracking
import TrackingFiles

/// How far behind the player saw a face that moves at a constant speed: speed times delay.
@Suite struct LiveLagTests {
  private static let size = PixelSize<OutputSpace>(clamping: 320, 240)
  /// Centimetres a second to the right, before the camera.
  private static let speed = 12.0
  private static let delayMs = 100.0

  /// How fast the eyes go in the picture, in pixels a second: by the pinhole camera of the format, in the
  /// mean of their corners, which lie before the head's origin.
  private static let pixels = [33, 133, 362, 263].reduce(0) { sum, corner in
    let distance = 40 - CanonicalFace.vertices[corner].z
    return sum + speed * 240 / (2 * tan(31.5 * .pi / 180)) / distance / 4
  }

  private func tracking(_ rate: Double, from: Double = 0) -> String {
    let header = #"{"format": "avatar-tracking/1", "width": 320, "height": 240}"#
    let samples = (0..<90).map { index in
      let timeMs = from + Double(index) * 1000 / rate
      let face = SyntheticFace(x: -8 + Self.speed * (timeMs - from) / 1000)
      let points = face.landmarks(width: 320, height: 240)
      return #"{"timestampMs": \#(timeMs), "faces": [{"id": 1, "landmarks": \#(points)}]}"#
    }
    return ([header] + samples).joined(separator: "\n") + "\n"
  }

  private func timeline(_ text: String, delayMs: Double?) throws -> RecordingTimeline {
    let reader = try TrackingReader(bytes: Array(text.utf8), options: TrackingFileOptions())
    let scene = Self.size.retyped(as: SceneSpace.self)
    var smoothing = SmoothingOptions()
    smoothing.strategy = .none
    let faces = FaceTimeline(
      header: reader.header, smoothing: smoothing, live: delayMs == nil ? nil : .hold
    ) {
      guard var sample = try reader.next() else { return nil }
      sample.takenMs = sample.timestampMs
      sample.timestampMs += delayMs ?? 0
      return sample
    }
    return RecordingTimeline(
      faces: faces,
      placer: Placer(
        avatars: [], scene: SceneMapping(header: reader.header, scene: scene),
        output: OutputMapping(scene: scene, output: Self.size, mirrored: false)))
  }

  private func meter(_ rate: Double, from: Double = 0) throws -> LiveLag {
    let text = tracking(rate, from: from)
    return LiveLag(
      live: try timeline(text, delayMs: Self.delayMs), ideal: try timeline(text, delayMs: nil),
      firstFrameMs: 0)
  }

  /// At 30 samples a second the times that are looked at are those of the samples.
  @Test func `is speed times delay, without jitter`() throws {
    var meter = try meter(30)
    for timeMs in stride(from: 1500, through: 2500, by: 40.0) {
      let found = try meter.lag(atMs: timeMs)
      #expect(abs(try #require(found.distance) - Self.pixels * Self.delayMs / 1000) < 0.05)
      #expect(try #require(found.jitter) < 0.05)
    }
  }

  /// Held from one sample to the next, the answer gets older by up to a sample's time.
  @Test func `grows with what is held between samples`() throws {
    var meter = try meter(25)
    let found = try meter.lag(atMs: 2500)
    let held = Self.delayMs / 1000 + 0.04 / 2
    #expect(abs(try #require(found.distance) - Self.pixels * held) < Self.pixels * 0.005)
    // Evenly spread over 40 ms.
    #expect(abs(try #require(found.jitter) - Self.pixels * 0.04 / 12.0.squareRoot()) < 0.15)
  }

  @Test func `is the same whatever was asked before`() throws {
    var (often, once) = try (meter(30), meter(30))
    var last: LiveLag.Figures?
    for timeMs in stride(from: 0, through: 2400, by: 16.0) { last = try often.lag(atMs: timeMs) }
    let found = try once.lag(atMs: 2400)
    #expect(found.distance == last?.distance && found.jitter == last?.jitter)
  }

  /// A clip may leap by years; only the last second of them is looked at.
  @Test func `a leap in time costs a second's looks`() throws {
    let leap = 3e12
    var meter = try meter(30, from: leap)
    #expect(try meter.lag(atMs: 0).distance == nil)
    let found = try meter.lag(atMs: leap + 2000)
    #expect(abs(try #require(found.distance) - Self.pixels * Self.delayMs / 1000) < 0.2)
  }
}
