import Drawing
import Geometry
import Tracking

/// One head as it is seen in one frame: what all the parts of the drawing start from.
struct HeadView {
  let subject: SampleSubject
  let pose: SamplePose
  let shape: ExpressionMesh
  /// The canonical face's frame.
  let head: PosedFrame
  /// The body's frame: its origin is the pivot of the neck, and it turns less than the head does.
  let body: PosedFrame
  /// What the tracking file says of the very same face.
  let sample: FaceSample
  /// Pixels a centimetre at the face: the measure of line widths.
  let unit: Double

  /// The neck's pivot in the canonical face's centimetres.
  static let neck = Point3<CanonicalSpace>(0, -6.5, -5)

  /// A child's body is small beside its head.
  private static let bodyScale = 0.86

  init(subject: SampleSubject, pose: SamplePose, size: PixelSize<TrackerSpace>) {
    let camera = PerspectiveCamera(size: size)
    (self.subject, self.pose) = (subject, pose)
    shape = ExpressionMesh(pose.expression, shape: subject.faceShape)
    head = PosedFrame(transform: pose.transform, camera: camera, shape: subject.faceShape)
    var sample = FaceSample(
      id: subject.id, shape: shape, transform: pose.transform, camera: camera,
      expression: pose.expression)
    if subject.faceShape != .average {
      // A tracker knows the average face alone: it sees a wide one as nearer.
      sample.pose = PoseSolver(camera: camera).pose(of: sample.landmarks) ?? sample.pose
    }
    self.sample = sample
    let pivot = head.place(of: Self.neck)
    body = PosedFrame(
      transform: FacialTransform(
        rotation: Quaternion(yaw: pose.yaw * 0.4, pitch: 0, roll: pose.roll * 0.2),
        scale: Self.bodyScale, translation: Vector3(pivot.x, pivot.y, pivot.z)),
      camera: camera)
    unit = head.unit(at: Point3(0, 0, 4))
  }

  var palette: SampleSubject.Palette { subject.palette }

  func landmark(_ index: Int) -> PicturePoint { Self.seen(sample.landmarks[index]) }

  var seenLandmarks: [PicturePoint] { sample.landmarks.map(Self.seen) }

  /// What is drawn is what the tracker sees.
  private static func seen(_ landmark: Point3<TrackerSpace>) -> PicturePoint {
    PicturePoint(landmark.x, landmark.y)
  }

  func landmarks(_ indices: [Int]) -> [PicturePoint] { indices.map { landmark($0) } }

  /// Which side of the head is turned to the camera: 1 the subject's left, -1 the right.
  ///
  /// The head's own x axis is looked at, so that a head at the picture's edge is judged as it is
  /// seen there.
  var nearSide: Double {
    head.facing(Vector3(1, 0, 0), at: Point3(0, 0, 0)) >= 0 ? 1 : -1
  }
}
