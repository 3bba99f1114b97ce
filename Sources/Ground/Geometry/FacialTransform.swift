/// MediaPipe's facial transformation matrix: the pose of the canonical face before the camera.
///
/// A rotation times a uniform scale, then a translation in centimetres:
///
///     | m00 m01 m02 tx |
///     | m10 m11 m12 ty |     tz < 0: the face is before the camera
///     | m20 m21 m22 tz |
///     |  0   0   0   1 |
///
/// Whether sixteen numbers are such a matrix is checked where they are read; this type trusts them.
public struct FacialTransform: Hashable, Sendable {
  /// The first row of rotation times scale.
  public var m00, m01, m02: Double
  /// The second row of rotation times scale.
  public var m10, m11, m12: Double
  /// The third row of rotation times scale.
  public var m20, m21, m22: Double
  /// The translation, in centimetres.
  public var translation: Vector3<CameraSpace>

  /// Makes the transform from the rows of rotation times scale, and the translation.
  public init(
    _ m00: Double, _ m01: Double, _ m02: Double,
    _ m10: Double, _ m11: Double, _ m12: Double,
    _ m20: Double, _ m21: Double, _ m22: Double,
    translation: Vector3<CameraSpace>
  ) {
    (self.m00, self.m01, self.m02) = (m00, m01, m02)
    (self.m10, self.m11, self.m12) = (m10, m11, m12)
    (self.m20, self.m21, self.m22) = (m20, m21, m22)
    self.translation = translation
  }

  /// Makes the transform from its parts.
  public init(rotation: Quaternion, scale: Double = 1, translation: Vector3<CameraSpace>) {
    let r = rotation.matrix
    self.init(
      r[0] * scale, r[1] * scale, r[2] * scale,
      r[3] * scale, r[4] * scale, r[5] * scale,
      r[6] * scale, r[7] * scale, r[8] * scale,
      translation: translation)
  }

  /// The sixteen numbers, row by row.
  public var rowMajor: [Double] {
    [
      m00, m01, m02, translation.x, m10, m11, m12, translation.y, m20, m21, m22, translation.z,
      0, 0, 0, 1,
    ]
  }

  /// Where a point of the canonical face stands before the camera.
  public func callAsFunction(_ point: Point3<CanonicalSpace>) -> Point3<CameraSpace> {
    Point3(
      m00 * point.x + m01 * point.y + m02 * point.z + translation.x,
      m10 * point.x + m11 * point.y + m12 * point.z + translation.y,
      m20 * point.x + m21 * point.y + m22 * point.z + translation.z)
  }

  /// Which way and how far a displacement on the canonical face goes before the camera.
  public func callAsFunction(_ vector: Vector3<CanonicalSpace>) -> Vector3<CameraSpace> {
    Vector3(
      m00 * vector.x + m01 * vector.y + m02 * vector.z,
      m10 * vector.x + m11 * vector.y + m12 * vector.z,
      m20 * vector.x + m21 * vector.y + m22 * vector.z)
  }

  /// The determinant of rotation times scale: the cube of the scale.
  public var determinant: Double {
    m00 * (m11 * m22 - m12 * m21) - m01 * (m10 * m22 - m12 * m20)
      + m02 * (m10 * m21 - m11 * m20)
  }

  /// The uniform scale, which is the length of a column.
  ///
  /// MediaPipe's own matrices have 1.
  public var scale: Double { (m00 * m00 + m10 * m10 + m20 * m20).squareRoot() }

  /// The rotation alone.
  public var rotation: Quaternion {
    let s = scale > 0 ? scale : 1
    return Quaternion(rotationMatrix: [
      m00 / s, m01 / s, m02 / s, m10 / s, m11 / s, m12 / s, m20 / s, m21 / s, m22 / s,
    ])
  }

  /// The pose seen in a picture flipped left to right: `D M D` with `D = diag(-1, 1, 1, 1)`.
  public var mirrored: FacialTransform {
    FacialTransform(
      m00, -m01, -m02, -m10, m11, m12, -m20, m21, m22,
      translation: Vector3(-translation.x, translation.y, translation.z))
  }

  /// The pose at a part of the way to another: translation and scale linearly, rotation by slerp.
  public func interpolated(to other: FacialTransform, at part: Double) -> FacialTransform {
    FacialTransform(
      rotation: rotation.slerp(to: other.rotation, at: part),
      scale: scale + (other.scale - scale) * part,
      translation: translation + (other.translation + translation * -1) * part)
  }
}
