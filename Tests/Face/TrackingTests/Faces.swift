import FaceModel
import Foundation
import Geometry
import Tracking

/// Faces made for the tests of this target.
enum Faces {
  /// A picture of 640 x 480.
  static let header = TrackingHeader(size: PixelSize(width: 640, height: 480).unsafelyUnwrapped)

  /// The canonical face drawn flat, its eyes `eyeDistance` pixels apart, its middle at a point.
  static func flat(
    x: Double, y: Double = 240, eyeDistance: Double = 60, id: Int? = nil
  ) -> FaceSample {
    let scale = eyeDistance / CanonicalFace.eyeDistance
    return FaceSample(
      id: id,
      landmarks: CanonicalFace.vertices.map {
        Point3(x + scale * $0.x, y - scale * $0.y, -scale * $0.z)
      })
  }

  /// A face with a pose and no landmarks.
  static func posed(x: Double = 0, z: Double = -60, yaw: Double = 0) -> FaceSample {
    FaceSample(
      pose: FacialTransform(
        rotation: Quaternion(yaw: yaw, pitch: 0, roll: 0), translation: Vector3(x, 0, z)))
  }

  /// A timeline of some samples, without smoothing unless it is asked for.
  static func timeline(
    _ samples: [TrackingSample], header: TrackingHeader = header,
    smoothing: SmoothingOptions = SmoothingOptions(.none), gaps: GapOptions = GapOptions(),
    intervalMs: Double? = nil
  ) -> FaceTimeline {
    var rest = samples[...]
    return FaceTimeline(
      header: header, smoothing: smoothing, gaps: gaps, intervalMs: intervalMs
    ) { rest.popFirst() }
  }
}
