import FaceModel
import Foundation
import Geometry
import TestSupport
import Testing
import Tracking

/// What any smoothing must keep to.
@Suite struct SmoothingInvariantTests {
  static let all = SmoothingOptions.Strategy.allCases
  /// Irregular steps as phones record them.
  static let times = (0..<60).map { 33.3 * Double($0) + [0, 6, -4, 9, 2][$0 % 5] }

  private func run(
    _ strategy: SmoothingOptions.Strategy, milliseconds: Double? = nil,
    _ face: (Double) -> FaceSample?
  ) throws -> [IdentifiedSample] {
    try smoothed(
      Self.times.map { TrackingSample(timestampMs: $0, faces: face($0).map { [$0] } ?? []) },
      header: Faces.header, SmoothingOptions(strategy, milliseconds: milliseconds))
  }

  /// A face with both, moving, turning and opening its mouth as a parameter goes.
  private func face(_ p: Double) -> FaceSample {
    var face = Faces.flat(x: 300 + 100 * p, y: 240 - 30 * p)
    face.pose = FacialTransform(
      rotation: Quaternion(yaw: 30 * p, pitch: 0, roll: 170 + 40 * p),
      translation: Vector3(5 * p, 2, -50 - 10 * p))
    face.blendshapes = Blendshapes([.jawOpen: abs(p)])
    return face
  }

  private func worst(_ a: FaceSample, _ b: FaceSample) -> Double {
    var worst = 0.0
    for (p, q) in zip(a.landmarks, b.landmarks) { worst = max(worst, (p - q).length) }
    for (p, q) in zip(a.pose?.rowMajor ?? [], b.pose?.rowMajor ?? []) {
      worst = max(worst, abs(p - q))
    }
    return worst
  }

  @Test(arguments: all)
  func `a face that does not move is left as it is`(strategy: SmoothingOptions.Strategy) throws {
    for sample in try run(strategy, { _ in face(0.3) }) {
      #expect(worst(sample.faces[0].face, face(0.3)) < 1e-9)
    }
  }

  @Test(arguments: all)
  func `nothing but landmarks and pose is touched`(strategy: SmoothingOptions.Strategy) throws {
    let samples = try run(strategy) { face(sin($0 / 100)) }
    #expect(samples.map(\.timeMs) == Self.times)
    for sample in samples {
      #expect(sample.faces[0].face.blendshapes == face(sin(sample.timeMs / 100)).blendshapes)
      #expect(sample.faces[0].face.landmarks.count == 468)
    }
  }

  @Test func `an even motion comes out of offline without any lag`() throws {
    for sample in try run(.offline, { Faces.flat(x: 100 + 0.2 * $0, eyeDistance: 40 + $0 / 100) }) {
      let expected = Faces.flat(x: 100 + 0.2 * sample.timeMs, eyeDistance: 40 + sample.timeMs / 100)
      #expect(worst(sample.faces[0].face, expected) < 1e-8)
    }
  }

  @Test func `an even turn comes out of offline without any lag`() throws {
    // Quaternions are averaged, which is exact where the times around are symmetric and otherwise
    // off by the third order of the turn within the window.
    for sample in try run(.offline, { Faces.posed(yaw: $0 / 50) }) {
      #expect(worst(sample.faces[0].face, Faces.posed(yaw: sample.timeMs / 50)) < 2e-3)
    }
  }

  @Test(arguments: [SmoothingOptions.Strategy.ema, .oneEuro])
  func `filters that only look back lag behind`(strategy: SmoothingOptions.Strategy) throws {
    let samples = try run(strategy) { Faces.flat(x: 100 + 0.2 * $0) }
    let last = try #require(samples.last)
    #expect(last.faces[0].face.landmarks[4].x < 100 + 0.2 * last.timeMs - 1)
  }

  @Test func `ema takes 1 - exp(-dt / tau) of each new value`() throws {
    let x: (Double) -> Double = { 300 + 20 * sin($0 / 70) }
    var expected = x(Self.times[0])
    for (index, sample) in try run(.ema, milliseconds: 90, { Faces.flat(x: x($0)) }).enumerated() {
      if index > 0 {
        let dt = Self.times[index] - Self.times[index - 1]
        expected += (1 - exp(-dt / 90)) * (x(Self.times[index]) - expected)
      }
      // The nose's x is the face's, as the canonical face is symmetric.
      #expect(abs(sample.faces[0].face.landmarks[4].x - expected) < 1e-9)
    }
  }

  @Test func `one euro is Casiez' formula`() throws {
    let x: (Double) -> Double = { 300 + 20 * sin($0 / 70) }
    let parameters = SmoothingOptions.OneEuro()
    let landmarks = Faces.flat(x: 0).landmarks
    let (xs, ys) = (landmarks.map(\.x), landmarks.map(\.y))
    let width = try #require(xs.max()) - (try #require(xs.min()))
    let height = try #require(ys.max()) - (try #require(ys.min()))
    func alpha(_ cutoff: Double, _ dt: Double) -> Double {
      let tau = 1 / (2 * Double.pi * cutoff)
      return 1 / (1 + tau / dt)
    }
    var (value, speed) = (x(Self.times[0]), 0.0)
    for (index, sample) in try run(.oneEuro, { Faces.flat(x: x($0)) }).enumerated() {
      if index > 0 {
        let dt = (Self.times[index] - Self.times[index - 1]) / 1000
        let raw = (x(Self.times[index]) - x(Self.times[index - 1])) / dt / ((width + height) / 2)
        speed += alpha(parameters.dCutoff, dt) * (raw - speed)
        let a = alpha(parameters.minCutoff + parameters.beta * abs(speed), dt)
        value += a * (x(Self.times[index]) - value)
      }
      #expect(abs(sample.faces[0].face.landmarks[4].x - value) < 1e-9)
    }
  }

  @Test(arguments: [SmoothingOptions.Strategy.ema, .oneEuro, .offline])
  func `smoothing starts anew after a gap`(strategy: SmoothingOptions.Strategy) throws {
    // The face is elsewhere after a pause; what was before must not show.
    let pause = 700.0..<1100
    let samples = try run(strategy) { time in
      if pause.contains(time) { return nil }
      return Faces.flat(x: time < 900 ? 300 : 340)
    }
    for sample in samples where !sample.faces.isEmpty {
      let expected = Faces.flat(x: sample.timeMs < 900 ? 300 : 340)
      #expect(worst(sample.faces[0].face, expected) < 1e-9)
      #expect(sample.faces[0].identity == 1)
    }
  }

  @Test(arguments: all)
  func `the order of the faces in the list makes no difference`(
    strategy: SmoothingOptions.Strategy
  ) throws {
    let samples = Self.times.map { time in
      TrackingSample(
        timestampMs: time,
        faces: [Faces.flat(x: 150 + sin(time) * 5), Faces.flat(x: 450 + cos(time) * 5)])
    }
    var swapped = samples
    for index in swapped.indices.dropFirst() where index % 2 == 1 { swapped[index].faces.reverse() }
    let a = try smoothed(samples, header: Faces.header, SmoothingOptions(strategy))
    let b = try smoothed(swapped, header: Faces.header, SmoothingOptions(strategy))
    for (a, b) in zip(a, b) {
      for face in a.faces { #expect(b.face(face.identity) == face.face) }
    }
  }

  @Test(arguments: all)
  func `which frames are asked for makes no difference`(
    strategy: SmoothingOptions.Strategy
  ) throws {
    let samples = Self.times.map { TrackingSample(timestampMs: $0, faces: [face(sin($0 / 90))]) }
    func at(_ frames: [Double]) throws -> TimedFace? {
      var timeline = Faces.timeline(samples, smoothing: SmoothingOptions(strategy))
      var last: TimedFace?
      for frame in frames { last = try timeline.faces(atMs: frame).first }
      return last
    }
    let direct = try at([1234])
    #expect(try at(Array(stride(from: 0, through: 1234, by: 11.0)) + [1234])?.face == direct?.face)
    #expect(try at([600, 1200, 1234])?.face == direct?.face)
  }

  /// What the offline smoother looks at: what tells noise from motion in 700 ms, and there three
  /// deviations of the widest window at the widest step that is no gap, three times 1.8 times 250 ms.
  @Test func `offline does not see beyond its window`() throws {
    let (far, reach) = (2500.0, 700 + 3 * 1.8 * 250)
    let times = (0..<150).map { 33.3 * Double($0) + [0, 6, -4, 9, 2][$0 % 5] }
    // Noise, so that there is something to smooth.
    func bent(_ time: Double) -> FaceSample {
      var bent = face(0.1 * sin(time / 90))
      for index in bent.landmarks.indices {
        bent.landmarks[index].x += 0.5 * sin(time * time + Double(index * index))
        bent.landmarks[index].y += 0.5 * cos(time * time + 2 * Double(index * index))
      }
      return bent
    }
    func smooth(_ times: [Double]) throws -> FaceSample? {
      let samples = times.map { TrackingSample(timestampMs: $0, faces: [bent($0)]) }
      let all = try smoothed(samples, header: Faces.header, SmoothingOptions(.offline))
      return all.last { $0.timeMs <= far }?.faces.first?.face
    }
    let last = try #require(times.last { $0 <= far })
    #expect(try #require(try smooth(times)).landmarks != bent(last).landmarks)
    let early = times.filter { $0 < far + reach + 40 }
    let late = times.filter { $0 > far - reach - 40 }
    #expect(early.count < times.count && late.count < times.count)
    #expect(try smooth(early) == smooth(times))
    #expect(try smooth(late) == smooth(times))
  }

  @Test(arguments: all)
  func `a strength of nothing changes nothing`(strategy: SmoothingOptions.Strategy) throws {
    for sample in try run(strategy, milliseconds: 0, { face(sin($0 / 90)) }) {
      #expect(worst(sample.faces[0].face, face(sin(sample.timeMs / 90))) == 0)
    }
  }

  /// A head that shakes at 2 Hz: offline must not take its amplitude away.
  @Test func `fast motion is followed`() throws {
    let x: (Double) -> Double = { 300 + 18 * sin(2 * .pi * 2 * $0 / 1000) }
    let smooth = try run(.offline) { Faces.flat(x: x($0)) }
    let errors = smooth.dropFirst(5).dropLast(5).map {
      abs($0.faces[0].face.landmarks[4].x - x($0.timeMs))
    }
    // In eye distances, of 60 pixels.
    #expect(try #require(errors.max()) < 0.05 * 60)
  }

  /// Jitter of a still face, of a size that trackers have.
  @Test func `jitter of a still face is taken out`() throws {
    var random = SplitMix64(state: 3)
    var raw: [FaceSample] = []
    let smooth = try run(.offline) { _ in
      var face = Faces.flat(x: 300)
      for index in face.landmarks.indices {
        face.landmarks[index].x += .random(in: -0.5...0.5, using: &random)
        face.landmarks[index].y += .random(in: -0.5...0.5, using: &random)
      }
      raw.append(face)
      return face
    }
    func deviation(_ faces: [FaceSample]) -> Double {
      let still = Faces.flat(x: 300).landmarks
      let squares = faces.flatMap { zip($0.landmarks, still).map { ($0 - $1).length } }
      return squares.map { $0 * $0 }.reduce(0, +) / Double(squares.count)
    }
    let left = (deviation(smooth.map { $0.faces[0].face }) / deviation(raw)).squareRoot()
    #expect(left < 0.45)
  }
}
