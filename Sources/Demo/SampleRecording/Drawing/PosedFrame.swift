import Drawing
import Geometry

/// A frame of the figure (its head or its body) before the camera, measured in centimetres.
struct PosedFrame {
  let transform: FacialTransform
  let camera: PerspectiveCamera

  /// Where a point of the frame is seen.
  func callAsFunction(_ point: Point3<CanonicalSpace>) -> PicturePoint {
    camera.seen(transform(point))
  }

  /// Where a point of the frame is seen.
  func callAsFunction(_ x: Double, _ y: Double, _ z: Double) -> PicturePoint {
    self(Point3(x, y, z))
  }

  /// How many pixels a centimetre takes at a point of the frame.
  func unit(at point: Point3<CanonicalSpace>) -> Double {
    camera.focalLength / max(-transform(point).z, PerspectiveCamera.nearPlane)
  }

  /// How far a direction of the frame points to the camera as it is seen from a point: the cosine.
  func facing(_ normal: Vector3<CanonicalSpace>, at point: Point3<CanonicalSpace>) -> Double {
    let place = transform(point)
    let tip = transform(Point3(point.x + normal.x, point.y + normal.y, point.z + normal.z))
    let turned = tip - place
    let sight = Vector3<CameraSpace>(-place.x, -place.y, -place.z)
    return turned.dot(sight) / max(turned.length * sight.length, 1e-9)
  }
}
