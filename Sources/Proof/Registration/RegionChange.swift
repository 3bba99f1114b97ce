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
  /// The root mean square difference before the motion is undone, in levels 0 to 255, over the
  /// region's pixels that changed.
  public var differenceBefore: Double
  /// The same after it is undone; how good the explanation is.
  public var differenceAfter: Double
  /// Which parts of the motion the pixels determine; what they do not is 0 (or 1 for the scale).
  public var determinacy = Determinacy()
  /// The point that the motion turns about and `dx`, `dy` belong to, in pixels from the picture's
  /// top left corner.
  ///
  /// It is the centroid of the region's pixels, or of the pixels that changed where no region was
  /// given. Nil where no motion was looked for.
  public var centreX, centreY: Double?
  /// The share of the region's pixels that changed, 0 to 1.
  public var changedShare = 0.0

  /// Makes a change.
  public init(
    kind: Kind, motion: Motion? = nil, colours: String? = nil, differenceBefore: Double = 0,
    differenceAfter: Double = 0
  ) {
    (self.kind, self.motion, self.colours) = (kind, motion, colours)
    (self.differenceBefore, self.differenceAfter) = (differenceBefore, differenceAfter)
  }
}

/// Which parts of a motion the pixels determine.
///
/// A straight edge tells only of the shift across it (the aperture problem), a disc not of its turn,
/// a flat area nothing at all.
public struct Determinacy: Hashable, Codable, Sendable {
  /// How many directions of the shift are determined: 2 for all, 1 for the one across straight
  /// edges, 0 for none.
  public var shiftDirections = 2
  /// Whether the turn is determined.
  public var rotation = true
  /// Whether the scale is determined.
  public var scale = true

  /// Makes one of a motion that is determined in all parts.
  public init() {}

  /// Whether all parts are determined.
  public var isFull: Bool { shiftDirections == 2 && rotation && scale }

  /// What is not determined, in words; nil where all is.
  public var words: String? {
    var missing: [String] = []
    if shiftDirections == 0 { missing.append("the shift") }
    if shiftDirections == 1 { missing.append("the shift along its straight edges") }
    if !rotation { missing.append("the turn") }
    if !scale { missing.append("the size") }
    guard !missing.isEmpty else { return nil }
    return missing.joined(separator: ", ") + " cannot be measured"
  }
}
