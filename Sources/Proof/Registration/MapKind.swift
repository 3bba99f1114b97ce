extension PlaneMotion {
  /// How far a turn may be from 90, 180 or 270 degrees to be called that, in degrees.
  static let quarterTolerance = 15.0

  /// The map as a person would say it: the kind of change, and the motion beyond that.
  func explained(about centre: SIMD2<Double>) -> (kind: RegionChange.Kind, motion: Motion) {
    let moved = apply(centre) - centre
    let size = scale
    // Mirrored left to right means R(turn) diag(-1, 1): its first column is turned by half.
    let first = isMirrored ? -right : right
    let turn = Self.wrapped(arcTangent(first.y, first.x) * 180 / .pi)
    func motion(_ rest: Double) -> Motion {
      Motion(dx: moved.x, dy: moved.y, rotationDegrees: rest, scale: size)
    }
    if isMirrored {
      // Mirrored left to right and turned by half is mirrored top to bottom.
      if abs(turn) <= 90 { return (.mirrored, motion(turn)) }
      return (.upsideDown, motion(Self.wrapped(turn - 180)))
    }
    let quarters: [(Double, RegionChange.Kind)] = [
      (90, .turned90), (180, .turned180), (270, .turned270),
    ]
    for (angle, kind) in quarters {
      let rest = Self.wrapped(turn - angle)
      if abs(rest) <= Self.quarterTolerance { return (kind, motion(rest)) }
    }
    let result = motion(turn)
    return (result.isNegligible ? .same : .moved, result)
  }

  /// An angle in degrees as one of -180 to 180.
  static func wrapped(_ degrees: Double) -> Double {
    let turns = (degrees / 360).rounded()
    return degrees - 360 * turns
  }
}
