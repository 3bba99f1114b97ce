import FaceModel
import Foundation
import Geometry
import TestSupport
import Testing
import Tracking

/// Smoothing held against where a face truly was: it is never worse than none.
///
/// The canonical face moves along known paths, with noise as trackers have it: slow, shared by the
/// whole face and bending it, and a share of every landmark's own.
@Suite struct SmoothingTruthTests {
  /// A path: where the face's middle is at a time in milliseconds, and how it leans, in radians.
  struct Path: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var stepMs = 1000.0 / 30
    var place: @Sendable (Double) -> (x: Double, y: Double, lean: Double)
  }

  static let paths = [
    Path(testDescription: "still") { _ in (320, 240, 0) },
    Path(testDescription: "a slow sway") {
      (320 + 40 * sin($0 / 320), 240, 0.1 * sin($0 / 400))
    },
    Path(testDescription: "a nod of 60 pixels a frame") { (320, 240 + 72 * sin($0 / 40), 0) },
    Path(testDescription: "a nod of 7 pixels a frame") { (320, 240 + 20 * sin($0 / 95), 0) },
    Path(testDescription: "a nod of 10 pixels a frame, to and fro in a third of a second") {
      (320, 240 + 15 * sin($0 / 50), 0)
    },
    Path(testDescription: "a quick rise at 25 frames a second", stepMs: 40) {
      (320, 280 - 90 / (1 + exp((1200 - $0) / 40)), 0)
    },
    Path(testDescription: "a hand that shakes the camera") { time in
      func shake(_ seed: Double) -> Double {
        sin(time / 17 + seed) + sin(time / 29 + 2 * seed) + sin(time / 41 + 3 * seed)
      }
      return (320 + shake(1), 240 + shake(2), 0)
    },
    Path(testDescription: "steps in two frames") { time in
      (time < 900 ? 320 : 340, time < 1700 ? 240 : 228, 0)
    },
    Path(testDescription: "a slow tracker", stepMs: 85) {
      (320 + 60 * sin($0 / 700), 240, 0)
    },
  ]

  private static func face(_ path: Path, atMs time: Double, isSpeaking: Bool) -> FaceSample {
    let (x, y, lean) = path.place(time)
    var face = Faces.flat(x: 0, y: 0)
    let mouth = isSpeaking ? 3 * (1 + sin(time / 50)) : 0
    for index in face.landmarks.indices {
      let point = face.landmarks[index]
      let isJaw = CanonicalFace.vertices[index].y < -3.5
      let (px, py) = (point.x, point.y + (isJaw ? mouth : 0))
      face.landmarks[index] = Point3(
        x + cos(lean) * px - sin(lean) * py, y + sin(lean) * px + cos(lean) * py, point.z)
    }
    return face
  }

  /// The squares of what the eyes' middle swims over some samples.
  private func swim(_ faces: [FaceSample], _ truth: [FaceSample], over span: Int) -> [Double] {
    func error(_ index: Int) -> SIMD2<Double> {
      let (a, b) = (FaceRun.eyes(faces[index].landmarks), FaceRun.eyes(truth[index].landmarks))
      return SIMD2(a.0.x + a.1.x - b.0.x - b.1.x, a.0.y + a.1.y - b.0.y - b.1.y) / 2
    }
    return (0..<faces.count - span).map { index in
      let move = error(index + span) - error(index)
      return (move * move).sum()
    }
  }

  private func rootMeanSquare(_ squares: [Double]) -> Double {
    (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  /// The filter that MediaPipe applies where one face is asked for.
  private static let trackersFilter = SmoothingOptions(
    .oneEuro, oneEuro: .init(minCutoff: 0.05, beta: 80))
  private static let spans = [1, 5, 15]

  /// How much the samples of a path swim over each span, as tracked and then smoothed.
  private func swims(
    _ path: Path, isSpeaking: Bool, isFiltered: Bool
  ) throws -> (none: [Double], offline: [Double]) {
    let times = (0..<90).map { path.stepMs * Double($0) }
    let truth = times.map { Self.face(path, atMs: $0, isSpeaking: isSpeaking) }
    var before = [[Double]](repeating: [], count: Self.spans.count)
    var after = before
    func smoothed(_ faces: [FaceSample], by options: SmoothingOptions) throws -> [FaceSample] {
      let samples = zip(times, faces).map { TrackingSample(timestampMs: $0, faces: [$1]) }
      return try TrackingTests.smoothed(samples, header: Faces.header, options)
        .map { $0.faces[0].face }
    }
    for seed: UInt64 in 11...14 {
      var noise = TrackerNoise(seed: seed)
      var tracked = truth.map { noise.tracked($0) }
      if isFiltered { tracked = try smoothed(tracked, by: Self.trackersFilter) }
      let smooth = try smoothed(tracked, by: SmoothingOptions(.offline))
      for (index, span) in Self.spans.enumerated() {
        before[index] += swim(tracked, truth, over: span)
        after[index] += swim(smooth, truth, over: span)
      }
    }
    return (before.map(rootMeanSquare), after.map(rootMeanSquare))
  }

  @Test(arguments: paths, [false, true])
  func `offline is never worse than none`(path: Path, isSpeaking: Bool) throws {
    let (none, offline) = try swims(path, isSpeaking: isSpeaking, isFiltered: false)
    for (index, span) in Self.spans.enumerated() {
      // A tenth of what a measure on pictures can tell, on a face of 150 pixels.
      #expect(offline[index] <= none[index] + 0.015, "over \(span)")
    }
    if path.testDescription == "still" || path.testDescription == "a slow sway" {
      #expect(offline[0] < 0.6 * none[0])
    }
    // Fits that cut its corners, or change from one sample to the next, swim by twice of what is tracked.
    if path.testDescription == "a nod of 7 pixels a frame" { #expect(offline[0] < 0.8 * none[0]) }
  }

  /// The noise of samples that the tracker filtered follows itself for longer, and they lag: no word of
  /// the header is needed to treat them right.
  @Test(arguments: paths, [false, true])
  func `offline is never worse than none for samples that the tracker filtered`(
    path: Path, isSpeaking: Bool
  ) throws {
    let (none, offline) = try swims(path, isSpeaking: isSpeaking, isFiltered: true)
    for (index, span) in Self.spans.enumerated() {
      #expect(offline[index] <= none[index] + 0.015, "over \(span)")
    }
  }

  /// The first samples of a face lie off and drift into place; the later ones say where it was.
  @Test func `a tracker that settles is corrected backwards`() throws {
    let times = (0..<60).map { Double($0) * 33 }
    let truth = Self.face(Self.paths[0], atMs: 0, isSpeaking: false)
    var noise = TrackerNoise(seed: 3)
    let samples = times.map { time in
      var face = noise.tracked(truth)
      for index in face.landmarks.indices {
        face.landmarks[index].x -= 12 * exp(-time / 20)
      }
      return TrackingSample(timestampMs: time, faces: [face])
    }
    let smooth = try smoothed(samples, header: Faces.header, SmoothingOptions(.offline))
    let raw = samples.map { $0.faces[0] }
    let faces = smooth.map { $0.faces[0].face }
    let all = raw.map { _ in truth }
    let (before, after) = (swim(raw, all, over: 1), swim(faces, all, over: 1))
    #expect(rootMeanSquare(after) < 0.7 * rootMeanSquare(before))
  }

  /// A pose alone has no shape that tells noise from motion; its own calm does.
  @Test func `a pose's step stays a step`() throws {
    var random = SplitMix64(state: 5)
    let raw = (0..<80).map { index in
      Faces.posed(
        x: (index < 40 ? 0 : 6) + .random(in: -0.01...0.01, using: &random),
        yaw: .random(in: -0.1...0.1, using: &random))
    }
    let samples = raw.enumerated().map {
      TrackingSample(timestampMs: Double($0.offset) * 33, faces: [$0.element])
    }
    let smooth = try smoothed(samples, header: Faces.header, SmoothingOptions(.offline))
    for (sample, raw) in zip(smooth, raw) {
      let (a, b) = (try #require(sample.faces[0].face.pose), try #require(raw.pose))
      #expect(abs(a.translation.x - b.translation.x) < 0.1)
    }
  }
}

/// Noise of a tracker: each part follows its last value by half.
private struct TrackerNoise {
  private var random: SplitMix64
  private var whole = SIMD2<Double>.zero
  private var bend = [SIMD2<Double>](repeating: .zero, count: 4)
  private var turn = 0.0

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  private mutating func step(_ value: Double, _ size: Double) -> Double {
    // The sum of three is near enough to a normal deviate, and never far out.
    let sum = (0..<3).reduce(0.0) { sum, _ in sum + .random(in: -1...1, using: &random) }
    return 0.5 * value + size * sum
  }

  mutating func tracked(_ face: FaceSample) -> FaceSample {
    whole = SIMD2(step(whole.x, 0.2), step(whole.y, 0.2))
    turn = step(turn, 0.002)
    for index in bend.indices {
      bend[index] = SIMD2(step(bend[index].x, 0.25), step(bend[index].y, 0.25))
    }
    var result = face
    let middle = face.landmarks[168]
    for index in result.landmarks.indices {
      let place = CanonicalFace.vertices[index]
      let (u, v) = (place.x / 6, place.y / 6)
      let move =
        whole + bend[0] * (u * u - 0.3) + bend[1] * (u * v) + bend[2] * (v * v - 0.3)
        + bend[3] * (u * u * u - u)
      let (dx, dy) = (face.landmarks[index].x - middle.x, face.landmarks[index].y - middle.y)
      result.landmarks[index].x += move.x - turn * dy + .random(in: -0.1...0.1, using: &random)
      result.landmarks[index].y += move.y + turn * dx + .random(in: -0.1...0.1, using: &random)
    }
    return result
  }
}
