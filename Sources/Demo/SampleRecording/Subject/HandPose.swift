import Geometry

/// Where a right hand is, how it is turned, and where its arm comes from.
struct HandPose: Hashable, Sendable {
  /// The tilt, clockwise as seen, in degrees; at 0 the fingers point up and the palm to the camera.
  let roll: Double
  /// The turn of the palm to the picture's right, in degrees.
  let yaw: Double
  /// Where the wrist is before the camera, in centimetres.
  let wrist: Vector3<CameraSpace>
  /// Where the elbow is before the camera, in centimetres.
  let elbow: Vector3<CameraSpace>
}
