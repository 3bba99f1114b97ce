import Foundation

/// The pinhole camera that MediaPipe's face geometry module assumes.
///
/// It stands in the origin of `CameraSpace`, looks down -z, and has a vertical field of view of 63
/// degrees whatever the lens was; source: MediaPipe,
/// `tasks/cc/vision/face_geometry/face_geometry_from_landmarks_graph.cc`, lines 66 to 74.
public struct PerspectiveCamera: Hashable, Sendable {
  /// The vertical field of view, in degrees.
  public static let verticalFieldOfViewDegrees = 63.0

  /// The distance of the near plane, in centimetres: nothing nearer is drawn.
  public static let nearPlane = 1.0

  /// The size of the tracker's picture.
  public let size: PixelSize<TrackerSpace>

  /// The focal length, in pixels of the tracker's picture: h / (2 tan 31.5 deg).
  public let focalLength: Double

  /// Makes the camera of a tracker's picture.
  public init(size: PixelSize<TrackerSpace>) {
    self.size = size
    let halfAngle = Self.verticalFieldOfViewDegrees / 2 * Double.pi / 180
    focalLength = Double(size.height) / (2 * tan(halfAngle))
  }

  /// Where a point before the camera is seen; nil where it is nearer than the near plane.
  public func project(_ point: Point3<CameraSpace>) -> Point2<TrackerSpace>? {
    let depth = -point.z
    guard depth >= Self.nearPlane else { return nil }
    return Point2(
      Double(size.width) / 2 + focalLength * point.x / depth,
      Double(size.height) / 2 - focalLength * point.y / depth)
  }

  /// How a plane before the camera is seen: the map from the plane's coordinates to the picture.
  ///
  /// The plane's point (x, y) stands at `origin + x right + y down`. The homography's weight at a
  /// point of the plane is that point's depth in centimetres, so its sign and size tell what lies
  /// behind the camera or too near.
  public func homography<Plane: CoordinateSpace>(
    origin: Point3<CameraSpace>, right: Vector3<CameraSpace>, down: Vector3<CameraSpace>
  ) -> Homography<Plane, TrackerSpace> {
    let (cx, cy) = (Double(size.width) / 2, Double(size.height) / 2)
    let f = focalLength
    return Homography(
      f * right.x - cx * right.z, f * down.x - cx * down.z, f * origin.x - cx * origin.z,
      -f * right.y - cy * right.z, -f * down.y - cy * down.z, -f * origin.y - cy * origin.z,
      -right.z, -down.z, -origin.z)
  }
}
