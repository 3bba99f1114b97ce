import Drawing
package import Geometry
package import Tracking

extension FaceSample {
  /// What a perfect tracker says of a face: the shape, posed and seen by the spec's camera.
  ///
  /// z has MediaPipe's meaning, the scale of x and the head's centre as origin:
  ///
  ///     z = f (depth - mean depth) / mean depth        f = focal length in pixels
  ///
  /// which is the z that its pose solver's second step takes back to `depth` (`geometry_pipeline`,
  /// `Convert()`): for a face at rest it returns `transform` itself. The mean is over the mesh.
  package init(
    id: Int, shape: ExpressionMesh, transform: FacialTransform, camera: PerspectiveCamera,
    expression: SampleExpression
  ) {
    let seen = (shape.vertices + shape.irises).map { transform($0) }
    let meanDepth =
      -seen.prefix(shape.vertices.count).reduce(0) { $0 + $1.z } / Double(shape.vertices.count)
    let landmarks = seen.map { point in
      let place = camera.seen(point)
      return Point3<TrackerSpace>(
        place.x, place.y, camera.focalLength * (-point.z - meanDepth) / meanDepth)
    }
    self.init(
      id: id, landmarks: landmarks, pose: transform, blendshapes: expression.blendshapes)
  }
}

extension PerspectiveCamera {
  /// Where a point is seen that `SamplePose` keeps before the camera.
  ///
  /// Nearer than the near plane (a shoulder at the lower edge of the picture, not a face) it is
  /// seen as from the near plane.
  func seen(_ point: Point3<CameraSpace>) -> PicturePoint {
    let depth = max(-point.z, Self.nearPlane)
    return PicturePoint(
      Double(size.width) / 2 + focalLength * point.x / depth,
      Double(size.height) / 2 - focalLength * point.y / depth)
  }
}
