internal import Geometry

extension SkinCorrection {
  /// A part of the correction, 0 to 1.
  public func weighted(by part: Double) -> SkinCorrection {
    SkinCorrection(middle: middle, shift: Vector2(0, 0), turn: 0, scale: 1).interpolated(
      to: self, at: part)
  }

  /// Both, one after the other; exact to the first order of turn and growth.
  public func adding(_ other: SkinCorrection) -> SkinCorrection {
    SkinCorrection(
      middle: middle, shift: Vector2(shift.x + other.shift.x, shift.y + other.shift.y),
      turn: turn + other.turn,
      scale: scale * other.scale)
  }
}

extension SkinMotion {
  /// Makes the motion of a clip without faces.
  public init() { self.init([:]) }
}
