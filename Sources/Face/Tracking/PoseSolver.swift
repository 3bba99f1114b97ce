internal import FaceModel
internal import Foundation
public import Geometry

/// Finds the pose of the canonical face from a face's landmarks, as MediaPipe does.
///
/// Source of the algorithm: MediaPipe, `tasks/cc/vision/face_geometry/libs/geometry_pipeline.cc`. A
/// landmark's depth has no scale of its own, so the scale is estimated twice, each time by fitting
/// the canonical face to the points: first as if the camera were orthographic, then with the depths
/// of the first estimate. The third fit is the pose, whose scale is near 1 because all of it went
/// into the depth.
public struct PoseSolver: Sendable {
  /// What was found.
  public struct Solution: Sendable {
    /// The facial transformation matrix.
    public var pose: FacialTransform
    /// This face's own shape: 468 points that the pose and the camera take onto the landmarks.
    public var mesh: [Point3<CanonicalSpace>]
  }

  /// Faces whose landmarks all lie this near to their mean, in parts of the picture, have no pose.
  public static let leastExtent = 1e-3

  /// The camera before which faces stand; the depth depends on the shape of its picture.
  public let camera: PerspectiveCamera

  /// The tracker's picture.
  public var size: PixelSize<TrackerSpace> { camera.size }

  private static let near = PerspectiveCamera.nearPlane
  private static let fit = WeightedProcrustes(
    source: CanonicalFace.fitWeights.map { CanonicalFace.vertices[$0.landmark].vector },
    weights: CanonicalFace.fitWeights.map(\.weight))

  /// Makes a solver for the pictures of one size, before the camera that MediaPipe assumes.
  public init(size: PixelSize<TrackerSpace>) { self.init(camera: PerspectiveCamera(size: size)) }

  /// Makes a solver for the pictures of a camera.
  public init(camera: PerspectiveCamera) { self.camera = camera }

  /// The pose of a face with 468 or 478 landmarks; nil for another number, or a degenerate face.
  public func pose(of landmarks: [Point3<TrackerSpace>]) -> FacialTransform? {
    metricPoints(landmarks)?.pose
  }

  /// The pose and the face's own shape; nil for another number, or a degenerate face.
  public func solve(_ landmarks: [Point3<TrackerSpace>]) -> Solution? {
    guard let (pose, points) = metricPoints(landmarks) else { return nil }
    // The inverse of rotation times scale is its transpose over the square of the scale.
    let square = pose.scale * pose.scale
    let mesh = points.map { point in
      let p = point + pose.translation.retyped() * -1
      return Point3<CanonicalSpace>(
        (pose.m00 * p.x + pose.m10 * p.y + pose.m20 * p.z) / square,
        (pose.m01 * p.x + pose.m11 * p.y + pose.m21 * p.z) / square,
        (pose.m02 * p.x + pose.m12 * p.y + pose.m22 * p.z) / square)
    }
    return Solution(pose: pose, mesh: mesh)
  }

  /// The pose, and the landmarks in centimetres before the camera.
  private func metricPoints(
    _ landmarks: [Point3<TrackerSpace>]
  ) -> (pose: FacialTransform, points: [Vector3<CameraSpace>])? {
    guard landmarks.count >= FaceTopology.meshCount else { return nil }
    // The irises are no part of the face's geometry.
    let mesh = landmarks.prefix(FaceTopology.meshCount)
    guard hasExtent(mesh) else { return nil }
    let screen = mesh.map(onNearPlane)
    let depthOffset = screen.reduce(0) { $0 + $1.z } / Double(screen.count)

    guard let first = fit(screen.map(\.flipped)) else { return nil }
    let rough = screen.map { unproject($0, depthOffset: depthOffset, scale: first.scale) }
    guard let second = fit(rough) else { return nil }
    let scale = first.scale * second.scale
    let metric = screen.map { unproject($0, depthOffset: depthOffset, scale: scale) }
    guard let pose = fit(metric), pose.scale.isFinite, pose.scale > 0 else { return nil }
    return (pose.transform, metric)
  }

  private func fit(_ points: [Vector3<CameraSpace>]) -> WeightedProcrustes.Similarity? {
    Self.fit.solve(CanonicalFace.fitWeights.map { points[$0.landmark] })
  }

  /// Whether the landmarks are more than a speck.
  private func hasExtent(_ mesh: ArraySlice<Point3<TrackerSpace>>) -> Bool {
    let (width, height) = (Double(size.width), Double(size.height))
    guard let mean = Point3.mean(of: mesh) else { return false }
    let largest = mesh.lazy.map { point in
      let (x, y) = ((point.x - mean.x) / width, (point.y - mean.y) / height)
      return (x * x + y * y).squareRoot()
    }.max()
    // A comparison that NaN does not pass.
    return largest.map { $0 > Self.leastExtent && $0.isFinite } ?? false
  }

  /// A landmark on the near plane, in centimetres, depth in the same unit and growing away.
  private func onNearPlane(_ point: Point3<TrackerSpace>) -> Vector3<CameraSpace> {
    let unit = Self.near / camera.focalLengths
    return Vector3(
      (point.x - camera.middle.x) * unit.x, (camera.middle.y - point.y) * unit.y, point.z * unit.x)
  }

  /// A point of the near plane at its distance from the camera.
  private func unproject(
    _ point: Vector3<CameraSpace>, depthOffset: Double, scale: Double
  ) -> Vector3<CameraSpace> {
    let depth = (point.z - depthOffset + Self.near) / scale
    return Vector3(point.x * depth / Self.near, point.y * depth / Self.near, depth).flipped
  }
}

extension Vector3 {
  /// The vector with its depth turned round: MediaPipe's landmarks grow away from the camera, its
  /// metric space towards it.
  fileprivate var flipped: Vector3 { Vector3(x, y, -z) }

  fileprivate func retyped<Other>() -> Vector3<Other> { Vector3<Other>(x, y, z) }
}

extension Point3 {
  fileprivate var vector: Vector3<Space> { Vector3(x, y, z) }
}
