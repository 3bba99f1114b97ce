internal import Foundation

/// Angles in the picture's plane, in degrees; y points down, so positive is clockwise as seen.
enum PlaneAngle {
  /// The angle of a direction, -180 to 180.
  static func degrees(sine: Double, cosine: Double) -> Double {
    atan2(sine, cosine) * 180 / .pi
  }

  /// The sine and cosine of an angle.
  static func direction(degrees: Double) -> (sine: Double, cosine: Double) {
    (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
  }
}
