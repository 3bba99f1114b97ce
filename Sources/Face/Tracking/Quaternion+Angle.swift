internal import Foundation
internal import Geometry

extension Quaternion {
  /// The angle of the rotation from this one to another, in radians, 0 to pi.
  func angle(to other: Quaternion) -> Double {
    let cosine = abs(w * other.w + x * other.x + y * other.y + z * other.z)
    return 2 * acos(min(cosine, 1))
  }
}
