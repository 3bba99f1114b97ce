import Geometry
import TestSupport
import Testing
import Tracking

/// What smoothing does to the real recordings.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
struct SmoothingRecordingTests {
  @Test(arguments: Recording.moving)
  func `offline takes out three fifths of the jitter where it is one`(name: String) throws {
    let recording = try Recording(name)
    let raw = try recording.smoothed(SmoothingOptions(.none))
    let camera = PerspectiveCamera(size: recording.header.size)
    var left: [SmoothingOptions.Strategy: (landmarks: Double, pose: Double)] = [:]
    for strategy in SmoothingOptions.Strategy.allCases {
      let smooth = try recording.smoothed(SmoothingOptions(strategy))
      let landmarks = jitter(smooth) / jitter(raw)
      let pose = jitter(smooth, camera) / jitter(raw, camera)
      left[strategy] = (landmarks, pose)
      let worst = deviation(raw, smooth)
      // A face that is smoothed must still be where it was seen. In `signing` the tracker jumps by
      // half an eye distance in its first three samples.
      #expect(worst < (name == "signing" ? 0.3 : 0.1))
    }
    // On `phone-portrait` hardly anything is taken out: what the landmarks do from sample to sample is
    // what the picture does (`align --skin`).
    // On `signing` and `two-faces` heads move: a line would take out more, and slide over the skin more.
    let limits: [String: Double] = ["phone-portrait": 1, "two-faces": 0.55, "signing": 0.6]
    let most = limits[name] ?? 0.4
    #expect(try #require(left[.offline]).landmarks <= most)
    #expect(try #require(left[.offline]).pose <= most)
    #expect(try #require(left[.ema]).landmarks < 0.8)
    #expect(try #require(left[.oneEuro]).landmarks < 0.8)
  }

  private func jitter(_ samples: [IdentifiedSample], _ camera: PerspectiveCamera? = nil) -> Double {
    let squares = FaceRun.runs(samples).flatMap { run in
      camera.map { run.squaredPoseJitter($0) } ?? run.squaredJitter
    }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  /// How far the eye centres are from where the tracker saw them at worst, in eye distances.
  private func deviation(
    _ raw: [IdentifiedSample], _ smooth: [IdentifiedSample]
  ) -> Double {
    var all: [Double] = []
    for (raw, smooth) in zip(raw, smooth) {
      for (a, b) in zip(raw.faces, smooth.faces) {
        let (p, q) = (FaceRun.eyes(a.face.landmarks), FaceRun.eyes(b.face.landmarks))
        let size = FaceRun.eyeDistance(a.face.landmarks)
        all.append((p.0.distance(to: q.0) + p.1.distance(to: q.1)) / 2 / size)
      }
    }
    return all.max() ?? 0
  }
}
