import Alignment
import Foundation
import Geometry
import TestSupport
import Testing

@Suite struct MotionTests {
  static let steady = (0..<400).map { Double($0) * 40 }

  @Test(arguments: [steady, Faces.irregularTimes(300)])
  func `motion that is even has no jitter, no shake and no jerk`(times: [Double]) throws {
    let found = Faces.motion(times: times) { Faces.shape(x: 100 + 0.1 * $0, y: 500 - 0.03 * $0) }
    #expect(try #require(found.raw.jitter) < 1e-9)
    #expect(try #require(found.raw.shake) < 1e-9)
    #expect(try #require(found.raw.jerk) < 1e-6)
  }

  @Test(arguments: [steady, Faces.irregularTimes(300)])
  func `motion that speeds up or turns evenly has next to no jitter`(times: [Double]) throws {
    // 90 degrees a second, and a way that grows with the cube of the time.
    let turning = Faces.motion(times: times) { Faces.shape(degrees: 0.09 * $0) }
    #expect(try #require(turning.raw.jitter) < 0.02)
    let cubic = Faces.motion(times: times) {
      Faces.shape(x: 300 + pow($0 / 1000, 3), y: 300 - 2 * pow($0 / 1000, 2))
    }
    #expect(try #require(cubic.raw.jitter) < 1e-6)
  }

  @Test func `motion that trembles by white noise has the jitter and the shake of theory`() throws {
    let sigma = 0.8
    var random = SplitMix64(state: 3)
    let size = Faces.shape().size
    let found = Faces.motion(times: Self.steady) { _ in
      Faces.shape { _ in (sigma * Faces.gauss(&random), sigma * Faces.gauss(&random)) }
    }
    // 1.7985: the standard deviation of numpy.diff(n - r), where n is white noise of deviation 1 and
    // r its leave-one-out cubic of 5 samples aside, by numpy.linalg.pinv and numpy.convolve on
    // 20,000 samples. Two coordinates: times sqrt 2.
    let jitter = try #require(found.raw.jitter)
    #expect(abs(jitter / (100 * 1.7985 * 2.0.squareRoot() * sigma / size) - 1) < 0.02)
    // The second difference 1, -2, 1 of white noise has the variance 6.
    let shake = try #require(found.raw.shake)
    #expect(abs(shake / (100 * 12.0.squareRoot() * sigma / size) - 1) < 0.02)
  }

  @Test func `motion that was smoothed perfectly still shows what the reference trembles`() throws {
    var random = SplitMix64(state: 4)
    let found = Faces.motion(times: Self.steady) { _ in
      Faces.shape { _ in (Faces.gauss(&random), Faces.gauss(&random)) }
    } smoothed: { _ in
      Faces.shape()
    }
    // 0.742 by the numpy run above: the most that can be seen to go.
    let left = try #require(found.smoothed.jitter) / #require(found.raw.jitter)
    #expect(abs(1 - left - 0.742) < 0.02)
    #expect(try #require(found.smoothed.shake) < 1e-9)
  }

  @Test func `motion is the same at any scale of the picture`() throws {
    func motion(_ scale: Double) -> MotionMeter.Measures {
      var random = SplitMix64(state: 5)
      return Faces.motion(times: Self.steady) { time in
        Faces.shape(scale: 20 * scale, x: scale * (300 + 40 * sin(time / 200))) { _ in
          (scale * Faces.gauss(&random), scale * Faces.gauss(&random))
        }
      }.raw
    }
    let (small, large) = (motion(0.5), motion(6))
    for figure in [\MotionMeter.Measures.jitter, \.shake, \.jerk, \.smoothness] {
      let (a, b) = (try #require(small[keyPath: figure]), try #require(large[keyPath: figure]))
      #expect(abs(a - b) < 1e-6 * abs(a))
    }
  }

  @Test func `motion has the third derivative as its jerk`() throws {
    let eye = Faces.shape().eyeDistance
    let found = Faces.motion(times: Faces.irregularTimes(120)) {
      Faces.shape(x: 300 + 5 * pow($0 / 1000, 3), y: 300 + 7 * pow($0 / 1000, 2))
    }
    #expect(abs(try #require(found.raw.jerk) / (6 * 5 / eye) - 1) < 1e-4)
  }

  @Test func `motion of least jerk has the smoothness of the books`() throws {
    // Flash and Hogan's minimum jerk movement: 720 D^2 / T^5 over (1.875 D / T)^2, times T^3.
    // It rests for the 250 ms that do not count.
    let times = (-25...250).map { Double($0) * 10 + 10_000 }
    let found = Faces.motion(times: times) { time in
      let t = min(max((time - 10_000) / 2500, 0), 1)
      return Faces.shape(x: 300 + 200 * (10 * pow(t, 3) - 15 * pow(t, 4) + 6 * pow(t, 5)))
    }
    let whole = -log(720 / (1.875 * 1.875))
    #expect(abs(try #require(found.raw.smoothness) - whole) < 0.05)
  }

  @Test func `motion before and after a gap is two motions`() throws {
    let times = Self.steady.prefix(60) + Self.steady.prefix(60).map { $0 + 60 * 40 + 251 }
    let jump = Faces.motion(times: Array(times)) { Faces.shape(x: $0 > 2400 ? 900 : 100) }
    #expect(try #require(jump.raw.shake) < 1e-9)
    #expect(try #require(jump.raw.jitter) < 1e-9)
    // The same without the gap is one jump.
    let steady = Faces.motion(times: Array(Self.steady.prefix(120))) {
      Faces.shape(x: $0 > 2400 ? 900 : 100)
    }
    #expect(try #require(steady.raw.shake) > 1)
  }

  @Test func `motion of two faces that pass each other is told face by face`() throws {
    var meter = MotionMeter(maxGapMs: 250)
    for time in Self.steady {
      let (a, b) = (Faces.shape(x: 100 + time / 20), Faces.shape(x: 900 - time / 20))
      meter.add(face: 1, atMs: time, raw: a, smoothed: a)
      meter.add(face: 2, atMs: time, raw: b, smoothed: b)
    }
    #expect(try #require(meter.finish().raw.shake) < 1e-9)
  }

  @Test func `motion right after a face appears counts as shake alone`() throws {
    let found = Faces.motion(times: Self.steady) { Faces.shape(x: 300 + 50 * exp(-$0 / 30)) }
    #expect(try #require(found.raw.shake) > 0.1)
    #expect(try #require(found.raw.jitter) < 0.01)
  }

  @Test func `motion of one sample or two cannot be told`() {
    for count in [0, 1, 2] {
      let found = Faces.motion(times: Array(Self.steady.prefix(count))) { _ in Faces.shape() }
      #expect(found.raw.jitter == nil && found.raw.shake == nil && found.raw.jerk == nil)
      #expect(found.lag == nil)
      #expect((found.deviation == nil) == (count == 0))
    }
  }

  @Test func `motion of any length is told in pieces that agree with the whole`() throws {
    let times = (0..<(2 * MotionMeter.longestRun + 100)).map { Double($0) * 40 }
    var random = SplitMix64(state: 8)
    let found = Faces.motion(times: times) { _ in
      let (x, y) = (Faces.gauss(&random), Faces.gauss(&random))
      return Faces.shape(x: 300 + x, y: 300 + y)
    }
    let theory = 100 * 1.7985 * 2.0.squareRoot() / Faces.shape().size
    #expect(abs(try #require(found.raw.jitter) / theory - 1) < 0.1)
  }
}
