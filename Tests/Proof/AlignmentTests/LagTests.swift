import Alignment
import Foundation
import Geometry
import TestSupport
import Testing

@Suite struct LagTests {
  /// A head that nods and shakes at two frequencies, at a time in milliseconds.
  private func head(_ time: Double) -> FaceShape {
    let t = time / 1000
    return Faces.shape(x: 300 + 30 * sin(2 * .pi * 0.7 * t), y: 300 + 12 * sin(2 * .pi * 1.1 * t))
  }

  @Test(arguments: [-80, -7.3, 0, 3.1, 25, 60, 140])
  func `the lag of a delayed path is found to a millisecond, at any steps`(delay: Double) throws {
    for times in [(0..<200).map { Double($0) * 40 }, Faces.irregularTimes(200)] {
      let found = Faces.motion(times: times) {
        head($0)
      } smoothed: {
        head($0 - delay)
      }
      let lag = try #require(found.lag)
      #expect(abs(lag.lagMs - delay) < 1)
      #expect(lag.errorMs < 1)
    }
  }

  @Test func `the lag is found below noise`() throws {
    var random = SplitMix64(state: 11)
    let found = Faces.motion(times: (0..<200).map { Double($0) * 40 }) { time in
      let (dx, dy) = (0.5 * Faces.gauss(&random), 0.5 * Faces.gauss(&random))
      return FaceShape(head(time).points.map { Point2($0.x + dx, $0.y + dy) }) ?? head(time)
    } smoothed: {
      head($0 - 45)
    }
    #expect(abs(try #require(found.lag).lagMs - 45) < 2)
  }

  @Test func `the lag of an exponential average is its group delay`() throws {
    // y[n] = y[n-1] + a (x[n] - y[n-1]) delays slow motion by (1 - a) / a steps.
    let a = 1 - exp(-40.0 / 60)
    var last: FaceShape?
    let found = Faces.motion(times: (0..<400).map { Double($0) * 40 }) {
      Faces.shape(x: 300 + 40 * sin(2 * .pi * 0.2 * $0 / 1000))
    } smoothed: { time in
      let now = Faces.shape(x: 300 + 40 * sin(2 * .pi * 0.2 * time / 1000))
      let points = zip(last?.points ?? now.points, now.points).map {
        $0.interpolated(to: $1, at: a)
      }
      last = FaceShape(points)
      return last ?? now
    }
    #expect(abs(try #require(found.lag).lagMs - 40 * (1 - a) / a) < 1)
  }

  @Test func `the lag cannot be told where nothing moves`() {
    let times = (0..<200).map { Double($0) * 40 }
    #expect(Faces.motion(times: times) { _ in Faces.shape() }.lag == nil)
    var random = SplitMix64(state: 12)
    // Noise alone is no motion: 0.02 px on a face of 300.
    let found = Faces.motion(times: times) { _ in
      Faces.shape(x: 300 + 0.02 * Faces.gauss(&random))
    } smoothed: { _ in
      Faces.shape()
    }
    #expect(found.lag == nil)
  }

  @Test func `the lag beyond the reach is not told at all`() {
    let found = Faces.motion(times: (0..<200).map { Double($0) * 40 }) {
      Faces.shape(x: 300 + 0.05 * $0)
    } smoothed: {
      Faces.shape(x: 300 + 0.05 * ($0 - 600))
    }
    #expect(found.lag == nil)
  }
}
