import Foundation
public import Geometry
import Models
import Scenes
public import Tracking

/// How a printed card lies before the camera at one moment: the way from the card's space to the scene picture.
///
/// What lies on the print is placed by where its corners are seen, so that it is glued to it; what stands
/// above it, by the pose.
public struct CardProjection: Sendable {
  /// Where the corners of the printed picture lie in the scene, from the top left as printed.
  public let corners: Quad<SceneSpace>
  /// Whether the scene shows the card flipped, as in a mirror.
  public let isFlipped: Bool
  /// How far the card's middle is before the camera, in centimetres.
  public let depth: Double

  /// The print's plane in the scene.
  private let surface: Homography<CardSpace, SceneSpace>
  private let pose: FacialTransform
  private let camera: PinholeCamera
  private let toScene: AffineMap<TrackerSpace, SceneSpace>
  /// Which side of the horizon the card's middle lies on.
  private let side: Double
  /// Where the camera is.
  let eye: Vector3<CardSpace>
  /// To the right and up in the scene, of length 1.
  let right, up: Vector3<CardSpace>

  /// Looks at a card; nil where nothing can be placed on it: its corners are not convex, or it has no pose.
  ///
  /// - Parameters:
  ///   - image: as the tracker saw it, posed.
  ///   - size: of the print, in millimetres of the card's space.
  ///   - unit: millimetres of the pose's own space in one of the card's.
  public init?(
    _ image: ImageSample, size: SIMD2<Double>, unit: Double, camera: PinholeCamera,
    through mapping: SceneMapping
  ) {
    guard image.corners.isConvex, var pose = image.pose else { return nil }
    var seen = image.corners
    if mapping.mirrored {
      let width = Double(mapping.tracker.width)
      seen = seen.map { Point2(width - $0.x, $0.y) }
      pose = pose.mirrored
    }
    let toScene = mapping.toScene
    let corners: Quad<SceneSpace> = seen.map { toScene($0) }
    // A turned picture keeps the way round; a flipped one does not.
    isFlipped = corners.signedArea < 0
    guard
      let unitMap = Homography<PrintSpace, SceneSpace>(rectangle: size.x, size.y, to: corners)
    else { return nil }
    // From x right, y up about the middle to x right, y down from the top left corner.
    let toPrint = AffineMap<CardSpace, PrintSpace>(1, 0, size.x / 2, 0, -1, size.y / 2)
    surface = toPrint.homography.then(unitMap)
    side = surface.weight(at: Point2(0, 0))
    (self.corners, self.camera, self.toScene) = (corners, camera, toScene)

    pose.m00 *= unit
    pose.m01 *= unit
    pose.m02 *= unit
    pose.m10 *= unit
    pose.m11 *= unit
    pose.m12 *= unit
    pose.m20 *= unit
    pose.m21 *= unit
    pose.m22 *= unit
    if isFlipped { (pose.m00, pose.m10, pose.m20) = (-pose.m00, -pose.m10, -pose.m20) }
    self.pose = pose
    depth = -pose.translation.z
    let square = pose.scale * pose.scale
    guard square > 0, square.isFinite, side != 0 else { return nil }
    eye = pose.inCard(pose.translation) * (-1 / square)
    let back = toScene.inverseDirections
    guard let right = pose.inCard(Vector3(back.right.x, -back.right.y, 0)).normalized,
      let up = pose.inCard(Vector3(back.up.x, -back.up.y, 0)).normalized
    else { return nil }
    self.right = right * (isFlipped ? -1 : 1)
    self.up = up
  }

  /// Where a point of the card's space is seen; nil where it, or the point of the print below it, is less than
  /// a centimetre before the camera or beyond the print's horizon.
  func callAsFunction(_ point: Vector3<CardSpace>) -> Point2<SceneSpace>? {
    let foot = Point2<CardSpace>(point.x, point.y)
    guard surface.weight(at: foot) * side > 0, let glued = surface(foot) else { return nil }
    guard let base = project(Vector3(point.x, point.y, 0)) else { return nil }
    if point.z == 0 { return glued }
    guard let above = project(point) else { return nil }
    return glued + (above - base)
  }

  /// How far what is placed by the pose is moved in the scene so that a point is glued to the print; nil where the point
  /// of the print below it is less than a centimetre before the camera or beyond the print's horizon.
  private func glue(at point: Vector3<CardSpace>) -> Vector2<SceneSpace>? {
    let foot = Vector3<CardSpace>(point.x, point.y, 0)
    guard let glued = self(foot), let base = project(foot) else { return nil }
    return glued - base
  }

  /// The camera before which a model stands that is glued to the print by a point; nil where it cannot be.
  func modelCamera(gluedAt point: Vector3<CardSpace>, in output: OutputMapping) -> ModelCamera? {
    guard let glue = glue(at: point) else { return nil }
    // The quarter turn alone, and how many pixels of the scene are one of the tracker's.
    let across = (toScene.a * toScene.a + toScene.c * toScene.c).squareRoot()
    let down = (toScene.b * toScene.b + toScene.d * toScene.d).squareRoot()
    let (a, b, c, d) = (
      toScene.a / across, -toScene.b / down, -toScene.c / across, toScene.d / down
    )
    func turned(_ x: Double, _ y: Double, _ z: Double, _ w: Double) -> SIMD4<Double> {
      SIMD4(a * x + b * y, c * x + d * y, z, w)
    }
    let scale = SIMD2(
      (a * a * across + b * b * down) * camera.focalLength,
      (c * c * across + d * d * down) * camera.focalLength)
    return ModelCamera(
      matrix: ModelMatrix(
        turned(pose.m00, pose.m10, pose.m20, 0), turned(pose.m01, pose.m11, pose.m21, 0),
        turned(pose.m02, pose.m12, pose.m22, 0),
        turned(pose.translation.x, pose.translation.y, pose.translation.z, 1)),
      focalLength: scale, middle: toScene(camera.middle) + glue, corners: corners, output: output)
  }

  private func project(_ point: Vector3<CardSpace>) -> Point2<SceneSpace>? {
    camera.project(pose(Point3(point.x, point.y, point.z))).map { toScene($0) }
  }

  /// The angle in degrees by which an item is folded up whose `angle` is `auto`: more, the more the card faces
  /// the camera.
  var automaticAngle: Double {
    let distance = eye.length
    guard distance > 0 else { return 90 }
    let theta = acos(min(max(eye.z / distance, -1), 1)) * 180 / Double.pi
    return min(max(theta + 20, 20), 90)
  }

  /// The directions of an item's picture, to its right and up, of length 1; nil where they have none.
  func axes(
    _ facing: SceneItem.Facing, angle: SceneItem.Angle, at place: Vector3<CardSpace>
  ) -> (right: Vector3<CardSpace>, up: Vector3<CardSpace>)? {
    if facing == .screen { return (right, up) }
    let degrees: Double =
      switch angle {
      case .auto: automaticAngle
      case .degrees(let degrees): degrees
      }
    let radians = degrees * Double.pi / 180
    let up = Vector3<CardSpace>(0, cos(radians), sin(radians))
    guard facing == .camera else { return (Vector3(1, 0, 0), up) }
    return up.cross(eye + place * -1).normalized.map { ($0, up) }
  }

  /// The direction of a fall, and that of a swing to the right.
  func fall(_ down: ParticleKind.Down) -> (down: Vector3<CardSpace>, right: Vector3<CardSpace>) {
    switch down {
    case .card: (Vector3(0, -1, 0), Vector3(1, 0, 0))
    case .normal: (Vector3(0, 0, -1), Vector3(1, 0, 0))
    case .picture: (up * -1, right)
    }
  }
}

extension FacialTransform {
  /// The product of the transposed matrix and a direction before the camera.
  fileprivate func inCard(_ v: Vector3<CameraSpace>) -> Vector3<CardSpace> {
    Vector3(
      m00 * v.x + m10 * v.y + m20 * v.z, m01 * v.x + m11 * v.y + m21 * v.z,
      m02 * v.x + m12 * v.y + m22 * v.z)
  }
}

extension AffineMap {
  /// The directions before the map that it takes to the right and up, of any length.
  fileprivate var inverseDirections: (right: Vector2<From>, up: Vector2<From>) {
    let sign: Double = determinant < 0 ? -1 : 1
    return (Vector2(d * sign, -c * sign), Vector2(b * sign, -a * sign))
  }
}

extension Vector3 {
  func cross(_ other: Vector3) -> Vector3 {
    Vector3(
      y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  /// The vector made 1 long; nil where it has no direction.
  var normalized: Vector3? {
    let length = length
    return length > 0 && length.isFinite ? self * (1 / length) : nil
  }
}
