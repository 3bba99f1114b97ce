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
    let camera = PerspectiveCamera(size: recording.header.size)
    var left: [SmoothingOptions.Strategy: (landmarks: Double, pose: Double)] = [:]
    for strategy in SmoothingOptions.Strategy.allCases {
      let smooth = try recording.smoothed(SmoothingOptions(strategy))
      let landmarks = jitter(smooth) / jitter(raw)
      let pose = jitter(smooth, camera) / jitter(raw, camera)
      left[strategy] = (landmarks, pose)
      let (worst, mean) = deviation(raw, smooth)
      print(
        "\(name) \(strategy.rawValue): jitter left: landmarks \(percent(landmarks)), pose "
          + "\(percent(pose)); off raw by \(percent(mean)) of the eye distance, at worst "
          + percent(worst))
    }
    #expect(try #require(left[.offline]).landmarks <= 0.4)
    #expect(try #require(left[.offline]).pose <= 0.4)
    #expect(try #require(left[.ema]).landmarks < 0.8)
    #expect(try #require(left[.oneEuro]).landmarks < 0.8)
  }

  private func percent(_ part: Double) -> String { "\((1000 * part).rounded() / 10) %" }

  private func jitter(_ samples: [IdentifiedSample], _ camera: PerspectiveCamera? = nil) -> Double {
    let squares = FaceRun.runs(samples).flatMap { run in
      camera.map { run.squaredPoseJitter($0) } ?? run.squaredJitter
    }
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
        all.append((p.0.distance(to: q.0) + p.1.distance(to: q.1)) / 2 / size)
      }
    }
    return (all.max() ?? 0, all.reduce(0, +) / Double(all.count))
  }
}
