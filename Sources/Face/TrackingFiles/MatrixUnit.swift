internal import Geometry

/// What the translations of face matrices count.
public enum MatrixUnit: String, CaseIterable, Sendable {
  /// MediaPipe's own.
  case centimetres = "cm"
  /// ARKit's, and that of scenes with other 3D content.
  case metres = "m"
  case millimetres = "mm"

  /// The unit in words, for messages.
  public var words: String {
    switch self {
    case .centimetres: "centimetres"
    case .metres: "metres"
    case .millimetres: "millimetres"
    }
  }

  /// How many centimetres one of it is.
  public var inCentimetres: Double {
    switch self {
    case .centimetres: 1
    case .metres: 100
    case .millimetres: 0.1
    }
  }

  /// A scale this near to the unit's own says that all of the matrix was brought to the unit, and not the
  /// translation alone.
  private static let scaleTolerance = 0.25

  /// A pose of a file in centimetres.
  func inCentimetres(_ pose: FacialTransform) -> FacialTransform {
    guard self != .centimetres else { return pose }
    let factor = inCentimetres
    let isScaled = abs(pose.scale * factor - 1) <= Self.scaleTolerance
    let s = isScaled ? factor : 1
    return FacialTransform(
      pose.m00 * s, pose.m01 * s, pose.m02 * s, pose.m10 * s, pose.m11 * s, pose.m12 * s,
      pose.m20 * s, pose.m21 * s, pose.m22 * s, translation: pose.translation * factor)
  }
}
