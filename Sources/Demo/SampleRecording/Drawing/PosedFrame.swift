import Drawing
import Geometry

/// A frame of the figure (its head or its body) before the camera, measured in centimetres.
struct PosedFrame {
  let transform: FacialTransform
  let camera: PerspectiveCamera
  /// How it is stretched before it is posed.
  var shape = SampleFaceShape.average

  /// Where a point of the frame is before the camera.
  func place(of point: Point3<CanonicalSpace>) -> Point3<CameraSpace> { transform(shape(point)) }

  /// Where a point of the frame is seen.
  func callAsFunction(_ point: Point3<CanonicalSpace>) -> PicturePoint {
    camera.seen(place(of: point))
  }

  /// Where a point of the frame is seen.
  func callAsFunction(_ x: Double, _ y: Double, _ z: Double) -> PicturePoint {
    self(Point3(x, y, z))
  }

  /// How many pixels a centimetre takes at a point of the frame.
  func unit(at point: Point3<CanonicalSpace>) -> Double {
    camera.focalLength / max(-place(of: point).z, PerspectiveCamera.nearPlane)
  }

  /// How far a direction of the frame points to the camera as it is seen from a point: the cosine.
  func facing(_ normal: Vector3<CanonicalSpace>, at point: Point3<CanonicalSpace>) -> Double {
    let place = self.place(of: point)
    let tip = self.place(of: Point3(point.x + normal.x, point.y + normal.y, point.z + normal.z))
    let turned = tip - place
    let sight = Vector3<CameraSpace>(-place.x, -place.y, -place.z)
    return turned.dot(sight) / max(turned.length * sight.length, 1e-9)
  }
}
