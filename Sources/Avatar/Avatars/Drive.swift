/// A linear, clamped map from a signal to a change of a layer's property.
public struct Drive: Hashable, Sendable {
  /// The properties that a signal can move.
  public enum Property: String, CaseIterable, Sendable {
    /// Added to the offset's x, in eye distances.
    case offsetX = "offset.x"
    /// Added to the offset's y, in eye distances.
    case offsetY = "offset.y"
    /// Added to the offset's z, in eye distances.
    case offsetZ = "offset.z"
    /// Multiplied into the scale.
    case scale
    /// Added to the rotation, in degrees.
    case rotation
    /// Multiplied into the opacity.
    case opacity
  }

  /// What is listened to.
  public var signal: Signal
  /// What it moves.
  public var property: Property
  /// The two strengths between which the map is linear.
  public var from: (start: Double, end: Double) { (fromStart, fromEnd) }
  /// The two values that belong to them.
  public var to: (start: Double, end: Double) { (toStart, toEnd) }

  private var fromStart, fromEnd, toStart, toEnd: Double

  /// Makes a drive.
  public init(
    signal: Signal, property: Property, from: (Double, Double), to: (Double, Double)
  ) {
    (self.signal, self.property) = (signal, property)
    (fromStart, fromEnd) = from
    (toStart, toEnd) = to
  }

  /// The value at a strength: linear between the ends of `from`, clamped beyond them.
  public func value(at strength: Double) -> Double {
    let span = fromEnd - fromStart
    let part = span == 0 ? (strength < fromStart ? 0 : 1) : (strength - fromStart) / span
    return toStart + (toEnd - toStart) * min(max(part, 0), 1)
  }
}
