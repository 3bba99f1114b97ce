import Geometry
import TestSupport
import Testing
import Tracking

/// What smoothing does to the real recordings.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
struct SmoothingRecordingTests {
  @Test(arguments: Recording.moving)
  func `offline takes out three fifths of the jitter`(name: String) throws {
    let recording = try Recording(name)
    let raw = try recording.smoothed(SmoothingOptions(.none))
    let before = jitter(raw)
    var left: [SmoothingOptions.Strategy: Double] = [:]
    for strategy in SmoothingOptions.Strategy.allCases {
      let smooth = try recording.smoothed(SmoothingOptions(strategy))
      left[strategy] = jitter(smooth) / before
      let (worst, mean) = deviation(raw, smooth)
      print(
        "\(name) \(strategy.rawValue): jitter \(jitter(smooth)) % of the face (\(jitter(smooth) / before)), "
          + "off raw by \(mean) % of the eye distance, at worst \(worst) %")
    }
    #expect(left[.none] == 1)
    #expect(try #require(left[.offline]) <= 0.4)
    #expect(try #require(left[.ema]) < 0.8)
    #expect(try #require(left[.oneEuro]) < 0.8)
  }

  private func jitter(_ samples: [IdentifiedSample]) -> Double {
    let squares = FaceRun.runs(samples).flatMap(\.squaredJitter)
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  /// How far the eye centres are from where the tracker saw them.
  private func deviation(
    _ raw: [IdentifiedSample], _ smooth: [IdentifiedSample]
  ) -> (worst: Double, mean: Double) {
    var all: [Double] = []
    for (raw, smooth) in zip(raw, smooth) {
      for (a, b) in zip(raw.faces, smooth.faces) {
        let (p, q) = (FaceRun.eyes(a.face.landmarks), FaceRun.eyes(b.face.landmarks))
        let size = FaceRun.eyeDistance(a.face.landmarks)
        all.append(100 * (p.0.distance(to: q.0) + p.1.distance(to: q.1)) / 2 / size)
      }
    }
    return (all.max() ?? 0, all.reduce(0, +) / Double(all.count))
  }
}
