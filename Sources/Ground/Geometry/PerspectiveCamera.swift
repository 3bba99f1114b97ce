import Foundation

/// A camera's measured projection, in pixels of the tracker's picture: the focal lengths across and down, and
/// where what stands straight before it is seen.
public struct CameraIntrinsics: Hashable, Sendable {
  /// The focal lengths and the principal point.
  public var fx, fy, cx, cy: Double

  /// Makes intrinsics.
  public init(fx: Double, fy: Double, cx: Double, cy: Double) {
    (self.fx, self.fy, self.cx, self.cy) = (fx, fy, cx, cy)
  }

  /// Those of the picture at another size.
  public func scaled(x: Double, y: Double) -> CameraIntrinsics {
    CameraIntrinsics(fx: fx * x, fy: fy * y, cx: cx * x, cy: cy * y)
  }

  /// Those at a part of the way to others.
  public func interpolated(to other: CameraIntrinsics, at part: Double) -> CameraIntrinsics {
    func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * part }
    return CameraIntrinsics(
      fx: mix(fx, other.fx), fy: mix(fy, other.fy), cx: mix(cx, other.cx), cy: mix(cy, other.cy))
  }
}

/// The pinhole camera before which a tracker poses faces: of known intrinsics, else the one that MediaPipe's
/// face geometry module assumes.
///
/// It stands in the origin of `CameraSpace` and looks down -z. MediaPipe's has a vertical field of view of 63
/// degrees whatever the lens was; source: MediaPipe,
/// `tasks/cc/vision/face_geometry/face_geometry_from_landmarks_graph.cc`, lines 66 to 74.
public struct PerspectiveCamera: Hashable, Sendable {
  /// The vertical field of view, in degrees.
  public static let verticalFieldOfViewDegrees = 63.0

  /// The distance of the near plane, in centimetres: nothing nearer is drawn.
  public static let nearPlane = 1.0

  /// The size of the tracker's picture.
  public let size: PixelSize<TrackerSpace>

  /// The focal lengths across and down, in pixels of the tracker's picture; without intrinsics both are
  /// h / (2 tan 31.5 deg).
  public let focalLengths: SIMD2<Double>

  /// Where what stands straight before the camera is seen; without intrinsics the picture's middle.
  public let middle: Point2<TrackerSpace>

  /// The focal length across, by which distances are told.
  public var focalLength: Double { focalLengths.x }

  /// Makes the camera of a tracker's picture.
  ///
  /// - Parameter intrinsics: nil for the field of view that MediaPipe assumes.
  public init(size: PixelSize<TrackerSpace>, intrinsics: CameraIntrinsics? = nil) {
    self.size = size
    if let intrinsics {
      focalLengths = SIMD2(intrinsics.fx, intrinsics.fy)
      middle = Point2(intrinsics.cx, intrinsics.cy)
    } else {
      let halfAngle = Self.verticalFieldOfViewDegrees / 2 * Double.pi / 180
      focalLengths = SIMD2(repeating: Double(size.height) / (2 * tan(halfAngle)))
      middle = Point2(Double(size.width) / 2, Double(size.height) / 2)
    }
  }

  /// Where a point before the camera is seen; nil where it is nearer than the near plane.
  public func project(_ point: Point3<CameraSpace>) -> Point2<TrackerSpace>? {
    let depth = -point.z
    guard depth >= Self.nearPlane else { return nil }
    return Point2(
      middle.x + focalLengths.x * point.x / depth, middle.y - focalLengths.y * point.y / depth)
  }

  /// How a plane before the camera is seen: the map from the plane's coordinates to the picture.
  ///
  /// The plane's point (x, y) stands at `origin + x right + y down`. The homography's weight at a
  /// point of the plane is that point's depth in centimetres, so its sign and size tell what lies
  /// behind the camera or too near.
  public func homography<Plane: CoordinateSpace>(
    origin: Point3<CameraSpace>, right: Vector3<CameraSpace>, down: Vector3<CameraSpace>
  ) -> Homography<Plane, TrackerSpace> {
    let (cx, cy) = (middle.x, middle.y)
    let (fx, fy) = (focalLengths.x, focalLengths.y)
    return Homography(
      fx * right.x - cx * right.z, fx * down.x - cx * down.z, fx * origin.x - cx * origin.z,
      -fy * right.y - cy * right.z, -fy * down.y - cy * down.z, -fy * origin.y - cy * origin.z,
      -right.z, -down.z, -origin.z)
  }
}
