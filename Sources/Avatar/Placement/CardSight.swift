import Foundation
public import Geometry

/// How well a card is seen, for the choice among pictures of it.
public struct CardSight: Sendable {
  /// Where the corners of the printed picture lie in the scene.
  public var corners: Quad<SceneSpace>
  /// The angle between the card's normal and the way to the camera, in degrees.
  public var turnDegrees: Double
  /// How long ago it was first seen, in milliseconds.
  public var ageMs: Double
  /// Whether the tracker saw it then; one that was just lost is held or fades.
  public var isObserved: Bool

  /// Makes it.
  public init(
    corners: Quad<SceneSpace>, turnDegrees: Double, ageMs: Double, isObserved: Bool
  ) {
    (self.corners, self.turnDegrees) = (corners, turnDegrees)
    (self.ageMs, self.isObserved) = (ageMs, isObserved)
  }
}

extension CardProjection {
  /// The angle between the card's normal and the way to the camera, in degrees.
  public var turnDegrees: Double {
    let cosine = eye.z / eye.length
    return cosine.isFinite ? acos(min(max(cosine, -1), 1)) * 180 / .pi : 180
  }
}
