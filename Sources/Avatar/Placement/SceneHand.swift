public import Geometry
public import Tracking

/// A tracked hand in the scene, named as the subject's own.
public struct SceneHand: Sendable {
  /// The 21 landmarks in the scene, in pixels.
  public let points: [Point2<SceneSpace>]
  /// How far behind the wrist each lies, in the same unit; below 0 before it.
  public let depths: [Double]
  /// Which hand of the subject's it is; nil where the tracker does not say.
  public let handedness: HandSample.Handedness?

  /// Finds a hand in the scene; nil without all of its landmarks, or where they are not finite.
  public init?(_ sample: HandSample, through mapping: SceneMapping) {
    guard sample.landmarks.count == HandSample.landmarkCount else { return nil }
    let width = Double(mapping.tracker.width)
    points = sample.landmarks.map { point in
      mapping.toScene(Point2(mapping.mirrored ? width - point.x : point.x, point.y))
    }
    guard points.allSatisfy({ ($0.x + $0.y).isFinite }) else { return nil }
    let scale = mapping.toScene.determinant.magnitude.squareRoot()
    depths = sample.landmarks.map { $0.z.isFinite ? $0.z * scale : 0 }
    // In a mirrored picture, what the tracker calls the left hand is the subject's right one.
    handedness =
      mapping.mirrored
      ? sample.handedness.map { $0 == .left ? .right : .left } : sample.handedness
  }
}
