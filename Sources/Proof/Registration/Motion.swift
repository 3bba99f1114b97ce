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
    (self.rotationDegrees, self.scale) = (rotationDegrees, scale)
  }

  /// The least shift that is told, in pixels: about what the fit can measure.
  public static let leastShift = 0.05
  /// The least turn that is told, in degrees.
  public static let leastTurn = 0.05
  /// The least growth that is told, as a part of the size.
  public static let leastGrowth = 0.002

  /// Whether no part of it is large enough to be told.
  public var isNegligible: Bool {
    abs(dx) < Self.leastShift && abs(dy) < Self.leastShift
      && abs(rotationDegrees) < Self.leastTurn && abs(scale - 1) < Self.leastGrowth
  }
}
