/// What happened to a region between two pictures, as far as their pixels tell.
public struct RegionChange: Hashable, Codable, Sendable {
  /// The kinds of change.
  public enum Kind: String, Codable, CaseIterable, Sendable {
    /// Nothing that can be seen.
    case same
    /// It moved, turned or grew: see the motion.
    case moved
    /// It is mirrored left to right (and then perhaps moved).
    case mirrored
    /// It is mirrored top to bottom.
    case upsideDown
    /// It is turned by 90, 180 or 270 degrees clockwise.
    case turned90, turned180, turned270
    /// It is where it was, in other colours.
    case recoloured
    /// It is missing from the second picture.
    case notThere
    /// It is there in the second picture alone.
    case appeared
    /// Something else is there: no move of the first explains the second.
    case different
  }

  /// The kind.
  public var kind: Kind
  /// The motion, beyond mirroring or turning; nil where none was found.
  public var motion: Motion?
  /// How the colours changed, in words ("range: limited taken for full"); nil where they did not.
  public var colours: String?
  /// The root mean square difference before the motion is undone, in levels 0 to 255.
  public var differenceBefore: Double
  /// The same after it is undone; how good the explanation is.
  public var differenceAfter: Double

  /// Makes a change.
  public init(
    kind: Kind, motion: Motion? = nil, colours: String? = nil, differenceBefore: Double = 0,
    differenceAfter: Double = 0
  ) {
    self.kind = kind
    self.motion = motion
    self.colours = colours
    self.differenceBefore = differenceBefore
    self.differenceAfter = differenceAfter
  }
}
