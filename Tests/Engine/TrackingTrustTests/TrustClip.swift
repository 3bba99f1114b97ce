import FaceModel
import Features
import Foundation
import Geometry
import TestSupport
import Tracking
import TrackingTrust

/// A made clip: a textured face that moves as is known before a wall that stands still, and what a tracker saw of it.
struct TrustClip {
  /// One on each frame.
  static let intervalMs = 40.0
  static let size = PixelSize<TrackerSpace>(
    clamping: SyntheticSkin.width, SyntheticSkin.height)
  /// How far the face reaches, in pixels.
  private static let radius = 68.0

  var frames = 48
  var seed: UInt64 = 1
  /// How far the face moves about its place, in pixels, and how long it takes, in frames.
  var reach = SIMD2(22.0, 12.0)
  var period = 19.0
  /// How the tracker's picture lay.
  var view = TrackerView(isMirrored: false, rotation: .none)
  /// How much later than their pictures the samples are, in milliseconds.
  var lagMs = 0.0
  var isSmoothed: Bool? = false
  /// How many samples one after the other have the same face, as an app writes that logs a slow tracker's last result.
  var repeats = 1
  /// Whether the picture shows the face move.
  var isSeen = true

  func pose(atMs time: Double) -> SyntheticSkin.Pose {
    let t = time / Self.intervalMs * 2 * .pi / period
    return SyntheticSkin.Pose(
      x: 135 + reach.x * sin(t), y: 130 + reach.y * sin(1.3 * t + 1), turn: 0.002 * reach.y * sin(t)
    )
  }

  var times: [Double] { (0..<frames).map { Double($0) * Self.intervalMs } }

  private func picture(_ skin: SyntheticSkin, atMs time: Double) -> GreyPicture {
    let pose = pose(atMs: isSeen ? time : 0)
    let bytes = skin.bytes(pose) { x, y in
      let (u, v) = (x - pose.x, y - pose.y)
      return u * u + v * v > Self.radius * Self.radius
    }
    return GreyPicture(width: SyntheticSkin.width, height: SyntheticSkin.height, bytes: bytes)
      .unsafelyUnwrapped
  }

  /// Where the tracker's picture has a place of the scene: turned back, then flipped.
  private func tracked(_ point: Point2<SceneSpace>) -> Point3<TrackerSpace> {
    let (width, height) = (Double(Self.size.width), Double(Self.size.height))
    var (x, y) = (point.x / width, point.y / height)
    for _ in 0..<view.rotation.rawValue / 90 { (x, y) = (y, 1 - x) }
    return Point3((view.isMirrored ? 1 - x : x) * width, y * height, 0)
  }

  var points: TrackedPoints {
    var points = TrackedPoints(TrackingHeader(size: Self.size, isSmoothed: isSmoothed))
    let skin = SyntheticSkin(seed: seed)
    // Before the clip too, as a tracker's filter settles.
    for frame in -8..<frames + 8 {
      let time = Double(frame) * Self.intervalMs
      let seenMs = Double((frame + 9) / repeats * repeats - 9) * Self.intervalMs
      let places = skin.places(of: Array(0..<FaceTopology.meshCount), pose(atMs: seenMs))
      points.add(
        TrackingSample(
          timestampMs: time + lagMs, faces: [FaceSample(landmarks: places.map(tracked))]))
    }
    return points
  }

  var agreement: PictureAgreement {
    let (points, skin) = (points, SyntheticSkin(seed: seed))
    var agreement = PictureAgreement(points)
    for run in LookChoice(points, frames: times, keys: [0]).runs {
      for frame in run { agreement.add(picture(skin, atMs: times[frame]), atMs: times[frame]) }
      agreement.endRun()
    }
    return agreement
  }

  var verdict: TrustVerdict { TrustVerdict(agreement, intervalMs: Self.intervalMs) }
}
