internal import FaceModel
internal import Geometry

extension FacialTransform {
  /// A weighted sum of poses whose rotations lie around one.
  static func sum(
    _ poses: [(pose: FacialTransform, weight: Double)], around middle: Quaternion
  ) -> FacialTransform {
    var (w, x, y, z, scale) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var translation = Vector3<CameraSpace>.zero
    for (pose, weight) in poses {
      let q = pose.rotation
      // q and -q are the same rotation; only on one side of the sphere can they be added.
      let sign = q.w * middle.w + q.x * middle.x + q.y * middle.y + q.z * middle.z < 0 ? -1.0 : 1
      w += weight * sign * q.w
      x += weight * sign * q.x
      y += weight * sign * q.y
      z += weight * sign * q.z
      scale += weight * pose.scale
      translation = translation + pose.translation * weight
    }
    return FacialTransform(
      rotation: Quaternion(w: w, x: x, y: y, z: z), scale: scale, translation: translation)
  }

  /// How far apart two poses show the edge of the face, in eye distances.
  func edgeDistance(to other: FacialTransform) -> Double {
    let edge = 8.0
    let move = other.translation + translation * -1
    let turn = rotation.angle(to: other.rotation)
    let centimetres =
      (move.x * move.x + move.y * move.y).squareRoot()
      + abs(move.z / translation.z) * edge + turn * edge
    return centimetres / CanonicalFace.eyeDistance
  }
}
