internal import FaceModel
public import Geometry
public import Placement
public import Tracking

/// The landmarks of one face in scene pixels, and the lengths that errors are divided by.
///
/// The scene is upright and not mirrored, and landmark numbers are the subject's own: whatever the
/// tracker saw, a number means the same point of the face.
public struct FaceShape: Hashable, Sendable {
  /// The landmarks by number, in pixels of the scene.
  public var points: [Point2<SceneSpace>]

  /// Makes a shape of all landmarks, 468 or 478; nil for fewer, or where one is not finite.
  public init?(_ points: [Point2<SceneSpace>]) {
    guard points.count >= FaceTopology.meshCount,
      points.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
    else { return nil }
    self.points = points
  }

  /// Makes the shape of a tracked face; nil where it has no landmarks.
  public init?(_ face: FaceSample, through mapping: SceneMapping) {
    let view = SceneFace(face, through: mapping)
    self.init(face.landmarks.indices.compactMap { view.landmark($0) })
  }

  /// The distance of the two outer eye corners (landmarks 33 and 263), in pixels: what NME is
  /// divided by.
  public var interOcular: Double {
    points[FaceTopology.rightEyeCorners[0]].distance(to: points[FaceTopology.leftEyeCorners[0]])
  }

  /// The distance of the two eye centres, in pixels: one eye distance.
  public var eyeDistance: Double {
    func centre(_ corners: [Int]) -> Point2<SceneSpace> {
      points[corners[0]].interpolated(to: points[corners[1]], at: 0.5)
    }
    return centre(FaceTopology.rightEyeCorners).distance(to: centre(FaceTopology.leftEyeCorners))
  }

  /// The middle of the two eye centres.
  public var eyeMiddle: Point2<SceneSpace> {
    let corners = FaceTopology.rightEyeCorners + FaceTopology.leftEyeCorners
    let sum = corners.reduce((0.0, 0.0)) { ($0.0 + points[$1].x, $0.1 + points[$1].y) }
    return Point2(sum.0 / Double(corners.count), sum.1 / Double(corners.count))
  }

  /// The face's size, sqrt(width x height) of the box around its landmarks, in pixels.
  public var size: Double {
    var (left, right) = (Double.infinity, -Double.infinity)
    var (top, bottom) = (left, right)
    for point in points {
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
    return ((right - left) * (bottom - top)).squareRoot()
  }

  /// The mean distance of the landmarks of two shapes, in pixels.
  public func meanDistance(to other: FaceShape) -> Double {
    let pairs = zip(points, other.points)
    return pairs.reduce(0) { $0 + $1.0.distance(to: $1.1) }
      / Double(min(points.count, other.points.count))
  }
}
