import Foundation
import Geometry
import Testing

/// Poses of a rectangle: a camera that is written down here projects the corners, and the pose has to come back.
@Suite struct PlanarPoseTests {
  private let camera = PinholeCamera(
    size: PixelSize(clamping: 1280, 720), verticalFieldOfViewDegrees: 50)

  /// The corners of a print of 105 x 148 mm under a pose, by the pinhole's own formula.
  private func corners(_ pose: FacialTransform, mirrored: Bool = false) -> Quad<TrackerSpace> {
    let f = 360 / tan(25 * Double.pi / 180)
    let places = [(-52.5, 74.0), (52.5, 74), (52.5, -74), (-52.5, -74)].map { x, y in
      let px = pose.m00 * x + pose.m01 * y + pose.translation.x
      let py = pose.m10 * x + pose.m11 * y + pose.translation.y
      let pz = pose.m20 * x + pose.m21 * y + pose.translation.z
      let u = 640 + f * px / -pz
      return Point2<TrackerSpace>(mirrored ? 1280 - u : u, 360 - f * py / -pz)
    }
    return Quad(places[0], places[1], places[2], places[3])
  }

  private static let poses: [FacialTransform] = [
    (0.0, (1.0, 0.0, 0.0)), (35, (1, 0, 0)), (-50, (0.3, 1, 0)), (70, (0.6, -0.5, 0.2)),
    (160, (0.1, 0.2, 1)),
  ].enumerated().map { index, turn in
    FacialTransform(
      rotation: Quaternion(degrees: turn.0, axis: turn.1), scale: 0.1,
      translation: Vector3(3 * Double(index) - 6, 2 - Double(index), -45 - 5 * Double(index)))
  }

  private func distance(_ one: FacialTransform, _ other: FacialTransform) -> Double {
    zip(one.rowMajor, other.rowMajor).map { abs($0 - $1) }.max() ?? .infinity
  }

  @Test(arguments: poses) func `exact corners give the pose back`(_ pose: FacialTransform) throws {
    let poses = PlanarPose.poses(corners(pose), width: 105, height: 148, camera: camera)
    let first = try #require(poses.first)
    #expect(first.error < 1e-6)
    #expect(distance(first.transform, pose) < 1e-6)
  }

  @Test(arguments: poses) func `a flipped picture has the mirrored pose`(
    _ pose: FacialTransform
  ) throws {
    let seen = corners(pose, mirrored: true)
    #expect(seen.signedArea < 0)
    let first = try #require(
      PlanarPose.poses(seen, width: 105, height: 148, camera: camera).first)
    #expect(distance(first.transform, pose.mirrored) < 1e-6)
  }

  @Test(arguments: poses) func `the shape of the print is that with which it fits`(
    _ pose: FacialTransform
  ) throws {
    let aspect = try #require(PlanarPose.aspect(of: corners(pose), camera: camera))
    #expect(abs(aspect - 148.0 / 105) < 1e-9)
  }

  @Test func `of two that fit alike the one nearer to the last is taken`() {
    let near = FacialTransform(
      rotation: Quaternion(degrees: 10, axis: (1, 0, 0)), scale: 0.1,
      translation: Vector3(0, 0, -50))
    let far = FacialTransform(
      rotation: Quaternion(degrees: -10, axis: (1, 0, 0)), scale: 0.1,
      translation: Vector3(0, 0, -50))
    let last = Quaternion(degrees: 12, axis: (1, 0, 0))
    func chosen(_ errors: (Double, Double), _ before: Quaternion?) -> FacialTransform? {
      PlanarPose.chosen(
        of: [
          PlanarPose(transform: far, error: errors.0), PlanarPose(transform: near, error: errors.1),
        ], before: before)?.transform
    }
    #expect(chosen((0.1, 0.2), last) == near)
    #expect(chosen((0.1, 0.25), last) == near)
    #expect(chosen((0.1, 0.26), last) == far)
    #expect(chosen((1, 2), last) == near)
    #expect(chosen((1, 2.01), last) == far)
    #expect(chosen((0.1, 0.2), nil) == far)
    #expect(PlanarPose.chosen(of: [], before: last) == nil)
  }

  @Test func `corners of no rectangle before the camera have no pose`() {
    let line = Quad<TrackerSpace>(Point2(0, 0), Point2(1, 1), Point2(2, 2), Point2(3, 3))
    #expect(PlanarPose.poses(line, width: 105, height: 148, camera: camera).isEmpty)
    let odd = Quad<TrackerSpace>(
      Point2(.nan, 0), Point2(1, 0), Point2(1, 1), Point2(0, 1))
    #expect(PlanarPose.poses(odd, width: 105, height: 148, camera: camera).isEmpty)
    #expect(
      PlanarPose.poses(corners(Self.poses[0]), width: 0, height: 148, camera: camera).isEmpty)
  }

  @Test func `convex quads are told from others, and hold their inside`() {
    let square = Quad<TrackerSpace>(Point2(0, 0), Point2(4, 0), Point2(4, 4), Point2(0, 4))
    #expect(square.isConvex && square.contains(Point2(1, 3)) && !square.contains(Point2(5, 1)))
    let crossed = Quad<TrackerSpace>(Point2(0, 0), Point2(4, 4), Point2(4, 0), Point2(0, 4))
    #expect(!crossed.isConvex)
    let dart = Quad<TrackerSpace>(Point2(0, 0), Point2(4, 0), Point2(1, 1), Point2(0, 4))
    #expect(!dart.isConvex)
  }

  @Test func `linear equations are solved, and those without one solution are not`() throws {
    let rows = [0.0, 2, 1, 1, -1, 3, 2, 0, -1]
    let wanted = [2.0, -1, 0.5]
    let right = (0..<3).map { row in (0..<3).reduce(0) { $0 + rows[3 * row + $1] * wanted[$1] } }
    let found = try #require(LinearSystem.solution(rows, right))
    for (one, other) in zip(found, wanted) { #expect(abs(one - other) < 1e-12) }
    #expect(LinearSystem.solution([1, 2, 2, 4], [1, 2]) == nil)
    #expect(LinearSystem.solution([.nan, 2, 2, 4], [1, 2]) == nil)
  }
}
