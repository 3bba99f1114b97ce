public import Geometry

/// A movement of an index finger that means something: a swipe, or a double tap.
public struct HandMotion: Hashable, Sendable {
  /// What the finger did; the raw value is the gesture's name.
  public enum Kind: String, CaseIterable, Sendable {
    /// Sides are those of the upright, un-mirrored scene.
    case swipeLeft = "swipe.left"
    case swipeRight = "swipe.right"
    case swipeUp = "swipe.up"
    case swipeDown = "swipe.down"
    case doubleTap
  }

  /// What it is.
  public var kind: Kind
  /// When the finger came to rest, in milliseconds on the recording's timeline.
  public var timeMs: Double
  /// Where it was done, in the tracker's picture: the middle of a swipe, or what was tapped.
  public var place: Point2<TrackerSpace>

  /// A motion is known at most so long after its end, in milliseconds: the finger has to stay for a while.
  public static let knownAfterMs = FingertipPath.stillMs + FingertipPath.gapMs
}
