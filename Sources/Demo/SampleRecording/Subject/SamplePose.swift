public import Geometry

/// Where a head is, how it is turned, and what its face does.
public struct SamplePose: Hashable, Sendable {
  /// The nearest that a face may come, in centimetres: no part of it then reaches the camera.
  public static let nearest = 20.0

  /// The turn to the picture's right, in degrees.
  public var yaw: Double
  /// The nod down, in degrees.
  public var pitch: Double
  /// The tilt, clockwise as seen, in degrees.
  public var roll: Double
  /// Where the canonical face's origin stands before the camera, in centimetres.
  ///
  /// x to the right, y up, z at most `-nearest`; 40 cm away a face is 36 % of the picture's height.
  public private(set) var position: Vector3<CameraSpace>
  /// What the face does.
  public var expression: SampleExpression

  /// Makes a pose; a face that is too near is moved back to `nearest`.
  public init(
    yaw: Double = 0, pitch: Double = 0, roll: Double = 0,
    position: Vector3<CameraSpace> = Vector3(0, 0, -40),
    expression: SampleExpression = SampleExpression()
  ) {
    (self.yaw, self.pitch, self.roll) = (yaw, pitch, roll)
    self.position = Vector3(position.x, position.y, min(position.z, -Self.nearest))
    self.expression = expression
  }

  /// The facial transformation matrix.
  public var transform: FacialTransform {
    FacialTransform(
      rotation: Quaternion(yaw: yaw, pitch: pitch, roll: roll), translation: position)
  }
}
