import Drawing
import Geometry
import Tracking

/// One hand as it is seen in one frame, with a toothbrush or a card: what its drawing starts from.
struct HandView {
  let palette: SampleSubject.Palette
  let hand: PosedFrame
  /// Where the elbow is seen.
  let elbow: PicturePoint
  /// Where the joints are seen, in the order of MediaPipe's landmarks.
  let joints: [PicturePoint]
  /// What the tracking file says of the very same hand.
  let sample: HandSample
  /// Pixels a centimetre of the hand's frame: the measure of thicknesses.
  let unit: Double

  /// A child's hand beside a grown-up's.
  static let scale = 0.86

  /// A hand that holds a toothbrush.
  init(subject: SampleSubject, pose: HandPose, size: PixelSize<TrackerSpace>) {
    self.init(
      subject: subject,
      transform: FacialTransform(
        rotation: Quaternion(yaw: pose.yaw, pitch: 0, roll: pose.roll), scale: Self.scale,
        translation: pose.wrist),
      elbow: Point3(pose.elbow.x, pose.elbow.y, pose.elbow.z), joints: Fist.joints, size: size)
  }

  /// A hand whose joints are given in its own frame.
  init(
    subject: SampleSubject, transform: FacialTransform, elbow: Point3<CameraSpace>,
    joints: [Point3<CanonicalSpace>], size: PixelSize<TrackerSpace>
  ) {
    let camera = PerspectiveCamera(size: size)
    let hand = PosedFrame(transform: transform, camera: camera)
    palette = subject.palette
    self.hand = hand
    self.elbow = camera.seen(elbow)
    self.joints = joints.map { hand($0) }
    sample = HandSample(joints.map { hand.transform($0) }, camera: camera)
    unit = Self.scale * hand.unit(at: Fist.grip)
  }

  /// Whether the middle of the joints lies in the picture.
  var isInPicture: Bool {
    guard let middle = PicturePoint.mean(of: joints) else { return false }
    let size = hand.camera.size
    return middle.x >= 0 && middle.x < Double(size.width) && middle.y >= 0
      && middle.y < Double(size.height)
  }

  /// Whether any of the hand or of its brush can lie in the picture.
  var mayShow: Bool {
    let size = hand.camera.size
    let reach = 24 * unit
    return joints[0].x > -reach && joints[0].x < Double(size.width) + reach
      && joints[0].y > -reach && joints[0].y < Double(size.height) + reach
  }
}

extension HandSample {
  /// What a perfect tracker says of a right hand: its joints seen by the spec's camera, and in metres
  /// about their mean.
  ///
  /// z has MediaPipe's meaning, the scale of x and the wrist as origin:
  ///
  ///     z = f (depth - wrist's depth) / wrist's depth        f = focal length in pixels
  fileprivate init(_ joints: [Point3<CameraSpace>], camera: PerspectiveCamera) {
    let wristDepth = max(-(joints.first?.z ?? 0), PerspectiveCamera.nearPlane)
    let landmarks = joints.map { joint in
      let place = camera.seen(joint)
      return Point3<TrackerSpace>(
        place.x, place.y, camera.focalLength * (-joint.z - wristDepth) / wristDepth)
    }
    let places = joints.map { SIMD3($0.x, -$0.y, -$0.z) / 100 }
    let middle = places.reduce(.zero, +) / Double(max(places.count, 1))
    self.init(
      handedness: .right, landmarks: landmarks, worldLandmarks: places.map { $0 - middle })
  }
}
