import Foundation

/// A unit quaternion: a rotation of space.
public struct Quaternion: Hashable, Sendable {
  /// The real part, the cosine of half the angle.
  public var w: Double
  /// The imaginary parts, the axis times the sine of half the angle.
  public var x, y, z: Double

  /// Makes a quaternion and brings it to unit length; a null one becomes the identity.
  public init(w: Double, x: Double, y: Double, z: Double) {
    let length = (w * w + x * x + y * y + z * z).squareRoot()
    guard length > 0, length.isFinite else {
      (self.w, self.x, self.y, self.z) = (1, 0, 0, 0)
      return
    }
    (self.w, self.x, self.y, self.z) = (w / length, x / length, y / length, z / length)
  }

  /// No rotation.
  public static let identity = Quaternion(w: 1, x: 0, y: 0, z: 0)

  /// Makes the rotation by an angle in degrees about an axis, by the right-hand rule.
  public init(degrees: Double, axis: (x: Double, y: Double, z: Double)) {
    let half = degrees * Double.pi / 360
    self.init(w: cos(half), x: axis.x * sin(half), y: axis.y * sin(half), z: axis.z * sin(half))
  }

  /// Makes a head's rotation from its angles in degrees: roll, then pitch, then yaw.
  ///
  /// Positive yaw turns the face to the picture's right, positive pitch nods it down, positive
  /// roll tilts it clockwise as seen.
  public init(yaw: Double, pitch: Double, roll: Double) {
    self =
      Quaternion(degrees: yaw, axis: (0, 1, 0)) * Quaternion(degrees: pitch, axis: (1, 0, 0))
      * Quaternion(degrees: -roll, axis: (0, 0, 1))
  }

  /// A head's angles in degrees, as `init(yaw:pitch:roll:)` takes them: yaw and roll from -180 to 180, pitch
  /// from -90 to 90.
  public var headAngles: (yaw: Double, pitch: Double, roll: Double) {
    let m = matrix
    let degrees = 180 / Double.pi
    return (
      atan2(m[2], m[8]) * degrees, asin(min(max(-m[5], -1), 1)) * degrees,
      atan2(-m[3], m[4]) * degrees
    )
  }

  /// Makes the rotation of a rotation matrix, given row by row.
  ///
  /// Shepperd's method (1978): the largest of the four squares is taken for the division, so that
  /// no angle loses precision.
  public init(rotationMatrix r: [Double]) {
    let trace = r[0] + r[4] + r[8]
    if trace >= max(r[0], r[4], r[8]) {
      self.init(w: 1 + trace, x: r[7] - r[5], y: r[2] - r[6], z: r[3] - r[1])
    } else if r[0] >= r[4] && r[0] >= r[8] {
      self.init(w: r[7] - r[5], x: 1 + r[0] - r[4] - r[8], y: r[1] + r[3], z: r[2] + r[6])
    } else if r[4] >= r[8] {
      self.init(w: r[2] - r[6], x: r[1] + r[3], y: 1 - r[0] + r[4] - r[8], z: r[5] + r[7])
    } else {
      self.init(w: r[3] - r[1], x: r[2] + r[6], y: r[5] + r[7], z: 1 - r[0] - r[4] + r[8])
    }
  }

  /// The rotation matrix, row by row.
  public var matrix: [Double] {
    [
      1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
      2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
      2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
    ]
  }

  /// The rotation by the second factor, then by the first.
  public static func * (p: Quaternion, q: Quaternion) -> Quaternion {
    Quaternion(
      w: p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,
      x: p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
      y: p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
      z: p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w)
  }

  /// The rotation at a part of the shortest way to another (spherical linear interpolation,
  /// Shoemake 1985).
  public func slerp(to other: Quaternion, at part: Double) -> Quaternion {
    var cosine = w * other.w + x * other.x + y * other.y + z * other.z
    // q and -q are the same rotation; the nearer of the two gives the shorter way.
    let sign = cosine < 0 ? -1.0 : 1.0
    cosine = min(abs(cosine), 1)
    let angle = acos(cosine)
    // Below a thousandth of a degree sin(angle) loses its digits, and the chord is the arc.
    let (p, q) =
      angle < 1e-5
      ? (1 - part, part) : (sin((1 - part) * angle) / sin(angle), sin(part * angle) / sin(angle))
    return Quaternion(
      w: p * w + sign * q * other.w, x: p * x + sign * q * other.x,
      y: p * y + sign * q * other.y, z: p * z + sign * q * other.z)
  }
}
