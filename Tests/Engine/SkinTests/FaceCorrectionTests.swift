import Avatars
import FaceModel
import Foundation
import Geometry
import Placement
import Skin
import Testing
import Tracking

/// A corrected face, seen by the camera: it moves as the correction says.
@Suite struct FaceCorrectionTests {
  private static let scene = PixelSize<SceneSpace>(clamping: 640, 960)

  private static let pose = FacialTransform(
    rotation: Quaternion(yaw: 14, pitch: -8, roll: 20), translation: Vector3(4, -3, -48))

  private static let headers: [TrackingHeader] = [
    header(320, 480, .none, false), header(320, 480, .none, true),
    header(480, 320, .clockwise, false), header(480, 320, .counterclockwise, true),
    header(320, 480, .half, true),
  ]

  private static func header(
    _ width: Int, _ height: Int, _ rotation: QuarterTurn, _ mirrored: Bool
  ) -> TrackingHeader {
    TrackingHeader(
      size: PixelSize(clamping: width, height), rotation: rotation, mirrored: mirrored)
  }

  /// Where vertices are seen in the scene by a face's pose.
  private static func seen(_ face: FaceSample, _ mapping: SceneMapping) -> [Point2<SceneSpace>] {
    let pose = SceneFace(face, through: mapping).pose.unsafelyUnwrapped
    return CanonicalFace.vertices.map {
      mapping.toScene(mapping.camera.project(pose($0)).unsafelyUnwrapped)
    }
  }

  @Test(arguments: headers)
  func `landmarks and pose move as the scene's points do`(header: TrackingHeader) throws {
    let mapping = SceneMapping(header: header, scene: Self.scene)
    let camera = PerspectiveCamera(size: header.size)
    let pose = header.mirrored ? Self.pose.mirrored : Self.pose
    var face = FaceSample(pose: pose)
    face.landmarks = CanonicalFace.vertices.map {
      let seen = camera.project(pose($0)).unsafelyUnwrapped
      return Point3(seen.x, seen.y, 3)
    }
    let before = Self.seen(face, mapping)
    let view = SceneFace(face, through: mapping)
    let middle = try #require(view.anchor(.eyes))
    let correction = SkinCorrection(
      middle: middle, shift: Vector2(3, -5), turn: 0.03, scale: 1.02)
    let moved = face.corrected(by: correction, through: mapping)
    let after = Self.seen(moved, mapping)
    let movedView = SceneFace(moved, through: mapping)
    let (c, s) = (1.02 * cos(0.03), 1.02 * sin(0.03))
    for landmark in CanonicalFace.vertices.indices {
      func expected(_ p: Point2<SceneSpace>) -> Point2<SceneSpace> {
        let (x, y) = (p.x - middle.x, p.y - middle.y)
        return Point2(middle.x + 3 + c * x - s * y, middle.y - 5 + s * x + c * y)
      }
      // The head is seen some 230 pixels wide; what is farther away by a fifth grows a fifth less.
      #expect(after[landmark].distance(to: expected(before[landmark])) < 0.7)
      let own = try #require(view.landmark(landmark))
      #expect(try #require(movedView.landmark(landmark)).distance(to: expected(own)) < 1e-9)
    }
    let eyes = SceneFace(moved, through: mapping).pose?(CanonicalFace.eyeMidpoint)
    let seen = try #require(eyes.flatMap { camera.project($0) })
    let old = try #require(camera.project(Self.pose(CanonicalFace.eyeMidpoint)))
    let aim = correction.map(mapping.toScene(old))
    #expect(mapping.toScene(seen).distance(to: aim) < 1e-9)
    #expect(abs(moved.landmarks[0].z - 3 * 1.02) < 1e-12)
    #expect(abs(try #require(moved.pose?.determinant) - pose.determinant) < 1e-9)
  }

  @Test func `no correction changes nothing, and a face without a pose has none after`() throws {
    let mapping = SceneMapping(header: Self.headers[1], scene: Self.scene)
    let none = SkinCorrection(middle: Point2(300, 400), shift: Vector2(0, 0), turn: 0, scale: 1)
    let face = FaceSample(landmarks: [Point3(10, 20, 1)], pose: Self.pose.mirrored)
    let same = face.corrected(by: none, through: mapping)
    for (a, b) in zip(same.pose?.rowMajor ?? [], Self.pose.mirrored.rowMajor) {
      #expect(abs(a - b) < 1e-9)
    }
    #expect(abs(same.landmarks[0].x - 10) < 1e-9 && abs(same.landmarks[0].y - 20) < 1e-9)
    #expect(FaceSample().corrected(by: none, through: mapping) == FaceSample())
  }
}
