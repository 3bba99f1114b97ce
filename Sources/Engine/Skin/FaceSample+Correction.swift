internal import FaceModel
internal import Geometry
public import Placement
public import Tracking

extension FaceSample {
  /// The face after a correction in the scene: its landmarks moved, and its pose so that it is seen moved.
  ///
  /// The pose swings about the camera, so that the middle of its eyes is seen where the correction moves
  /// it and the head shows the same sides, turns about the ray to there, and comes nearer by the growth. What is
  /// drawn by it moves as the landmarks do, but for errors of second order.
  public func corrected(by correction: SkinCorrection, through mapping: SceneMapping) -> FaceSample
  {
    guard let toTracker = mapping.toScene.inverse else { return self }
    let map = mapping.toScene.then(correction.map).then(toTracker)
    let width = Double(mapping.tracker.width)
    func unmirrored(_ x: Double) -> Double { mapping.mirrored ? width - x : x }
    var result = self
    result.landmarks = landmarks.map { landmark in
      let moved = map(Point2(unmirrored(landmark.x), landmark.y))
      return Point3(unmirrored(moved.x), moved.y, landmark.z * correction.scale)
    }
    let pose = mapping.mirrored ? pose?.mirrored : pose
    let moved = pose?.moved(by: map, correction, mapping.camera)
    result.pose = mapping.mirrored ? moved?.mirrored : moved
    return result
  }
}

extension FacialTransform {
  /// - Parameter map: the correction in the tracker's un-mirrored picture.
  fileprivate func moved(
    by map: AffineMap<TrackerSpace, TrackerSpace>, _ correction: SkinCorrection,
    _ camera: PerspectiveCamera
  ) -> FacialTransform {
    let eyes = self(CanonicalFace.eyeMidpoint)
    guard let seen = camera.project(eyes), correction.scale > 0 else { return self }
    let moved = map(seen)
    let from = SIMD3(eyes.x, eyes.y, eyes.z)
    let distance = (from * from).sum().squareRoot()
    let old = from / distance
    let aim = SIMD3(
      (moved.x - camera.middle.x) / camera.focalLengths.x,
      (camera.middle.y - moved.y) / camera.focalLengths.y, -1)
    let new = aim / (aim * aim).sum().squareRoot()
    // Clockwise as seen by a camera that looks along the ray, then from the old ray to the new one.
    let turn = Quaternion(
      degrees: correction.turn * 180 / .pi, axis: (x: old.x, y: old.y, z: old.z))
    let swing = Quaternion(
      w: 1 + (old * new).sum(), x: old.y * new.z - old.z * new.y, y: old.z * new.x - old.x * new.z,
      z: old.x * new.y - old.y * new.x)
    let r = (swing * turn).matrix
    func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(
        r[0] * v.x + r[1] * v.y + r[2] * v.z, r[3] * v.x + r[4] * v.y + r[5] * v.z,
        r[6] * v.x + r[7] * v.y + r[8] * v.z)
    }
    let (a, b, c) = (
      turned(SIMD3(m00, m10, m20)), turned(SIMD3(m01, m11, m21)), turned(SIMD3(m02, m12, m22))
    )
    let t =
      turned(SIMD3(translation.x, translation.y, translation.z) - from)
      + new * (distance / correction.scale)
    return FacialTransform(
      a.x, b.x, c.x, a.y, b.y, c.y, a.z, b.z, c.z, translation: Vector3(t.x, t.y, t.z))
  }
}

extension AffineMap {
  fileprivate var inverse: AffineMap<To, From>? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    let (ia, ib, ic, id) = (d / determinant, -b / determinant, -c / determinant, a / determinant)
    return AffineMap<To, From>(ia, ib, -(ia * tx + ib * ty), ic, id, -(ic * tx + id * ty))
  }
}
