/// How a region of a picture moved: a similarity about the region's centre.
///
/// `x` maps to `centre + scale * R(rotation) (x - centre) + (dx, dy)`.
public struct Motion: Hashable, Codable, Sendable {
  /// To the right, in pixels.
  public var dx: Double
  /// Down, in pixels.
  public var dy: Double
  /// Clockwise as seen, in degrees.
  public var rotationDegrees: Double
  /// 1 for the same size, above for larger.
  public var scale: Double

  /// Makes a motion.
  public init(dx: Double = 0, dy: Double = 0, rotationDegrees: Double = 0, scale: Double = 1) {
    (self.dx, self.dy) = (dx, dy)
    self.rotationDegrees = rotationDegrees
    self.scale = scale
  }
}
