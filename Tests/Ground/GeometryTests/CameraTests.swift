import Foundation
import Geometry
import TestSupport
import Testing

@Suite struct CameraTests {
  static let size = PixelSize<TrackerSpace>(width: 1280, height: 720)
  let camera: PerspectiveCamera

  init() throws {
    camera = PerspectiveCamera(size: try #require(Self.size))
  }

  /// The edges of the view, from the field of view alone: 31.5 degrees up and down, and as many
  /// pixels a degree of tangent to the sides.
  @Test func `the camera sees 63 degrees from top to bottom`() throws {
    let edge = 50 * tan(31.5 * Double.pi / 180)
    let side = edge * 1280 / 720
    let seen: [(Double, Double)] = [(0, 0), (0, edge), (0, -edge), (side, 0), (-side, edge)]
    let pixels: [(Double, Double)] = [(640, 360), (640, 0), (640, 720), (1280, 360), (0, 0)]
    for ((x, y), (px, py)) in zip(seen, pixels) {
      let point = try #require(camera.project(Point3(x, y, -50)))
      #expect(point.distance(to: Point2(px, py)) < 1e-10)
    }
  }

  @Test func `the camera sees nothing nearer than a centimetre, or behind it`() {
    #expect(camera.project(Point3(0, 0, -1)) == Point2(640, 360))
    #expect(camera.project(Point3(0, 0, -0.999)) == nil)
    #expect(camera.project(Point3(0, 0, 5)) == nil)
    #expect(camera.project(Point3(0, 0, .nan)) == nil)
  }

  @Test func `the camera sees a plane as it sees each of its points`() throws {
    var random = SplitMix64(state: 6)
    for _ in 0..<50 {
      func vector() -> Vector3<CameraSpace> {
        Vector3(random.number(-1...1), random.number(-1...1), random.number(-1...1))
      }
      let origin = Point3<CameraSpace>(random.number(-20...20), random.number(-20...20), -50)
      let (right, down) = (vector(), vector())
      let map: Homography<ArtworkSpace, TrackerSpace> = camera.homography(
        origin: origin, right: right, down: down)
      for _ in 0..<10 {
        let (x, y) = (random.number(-15...15), random.number(-15...15))
        let point = origin + right * x + down * y
        let seen = try #require(camera.project(point))
        #expect(try #require(map(Point2(x, y))).distance(to: seen) < 1e-9)
        #expect(abs(map.weight(at: Point2(x, y)) - -point.z) < 1e-12)
      }
    }
  }
}

@Suite struct FacialTransformTests {
  static let pose = FacialTransform(
    rotation: Quaternion(yaw: 25, pitch: -10, roll: 15), scale: 1.25,
    translation: Vector3(-3, 5, -60))

  @Test func `a facial transform is its rotation, scale and translation`() {
    let pose = Self.pose
    #expect(abs(pose.scale - 1.25) < 1e-15)
    #expect(abs(pose.determinant - 1.25 * 1.25 * 1.25) < 1e-14)
    let point = Point3<CanonicalSpace>(1, -2, 3)
    let rows = pose.rowMajor
    let expected = [0, 4, 8].map { row -> Double in
      let turned: Double = rows[row] * 1 + rows[row + 1] * -2 + rows[row + 2] * 3
      return turned + rows[row + 3]
    }
    let landed = pose(point)
    #expect([landed.x, landed.y, landed.z] == expected)
    let moved = pose(Point3<CanonicalSpace>(1.5, -2, 3)) - landed
    let displaced = pose(Vector3<CanonicalSpace>(0.5, 0, 0))
    #expect((moved + displaced * -1).length < 1e-14)
    let rebuilt = FacialTransform(
      rotation: pose.rotation, scale: pose.scale, translation: pose.translation)
    #expect(zip(rebuilt.rowMajor, rows).allSatisfy { abs($0 - $1) < 1e-14 })
  }

  @Test func `a facial transform is mirrored by D M D`() {
    let d: [Double] = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    #expect(
      Self.pose.mirrored.rowMajor == product(product(d, Self.pose.rowMajor, side: 4), d, side: 4))
    #expect(Self.pose.mirrored.mirrored == Self.pose)
  }

  @Test func `a facial transform, mirrored, shows the mirrored face in the mirrored picture`()
    throws
  {
    let camera = PerspectiveCamera(size: try #require(PixelSize(width: 820, height: 1024)))
    var random = SplitMix64(state: 7)
    for _ in 0..<50 {
      let point = Point3<CanonicalSpace>(
        random.number(-8...8), random.number(-9...8), random.number(-3...8))
      let seen = try #require(camera.project(Self.pose(point)))
      let flipped = try #require(
        camera.project(Self.pose.mirrored(Point3(-point.x, point.y, point.z))))
      #expect(flipped.distance(to: Point2(820 - seen.x, seen.y)) < 1e-10)
    }
  }

  @Test func `a facial transform interpolates its parts`() {
    let other = FacialTransform(
      rotation: Quaternion(yaw: -15, pitch: -10, roll: 15), scale: 1.75,
      translation: Vector3(1, 5, -40))
    let middle = Self.pose.interpolated(to: other, at: 0.25)
    #expect(abs(middle.scale - 1.375) < 1e-14)
    #expect((middle.translation + Vector3(2, -5, 55)).length < 1e-13)
    let yaw15 = Quaternion(yaw: 15, pitch: -10, roll: 15)
    #expect(zip(middle.rotation.matrix, yaw15.matrix).allSatisfy { abs($0 - $1) < 1e-14 })
  }
}

@Suite struct PixelSizeTests {
  @Test func `a size is never empty`() {
    #expect(PixelSize<SceneSpace>(width: 0, height: 5) == nil)
    #expect(PixelSize<SceneSpace>(width: 5, height: -1) == nil)
    #expect(PixelSize<SceneSpace>(width: 1, height: 1)?.description == "1 x 1")
  }

  @Test(arguments: QuarterTurn.allCases)
  func `a size changes its sides with a quarter turn`(turn: QuarterTurn) throws {
    let size = try #require(PixelSize<TrackerSpace>(width: 640, height: 480))
    let upright = size.turned(by: turn, into: SceneSpace.self)
    let swaps = turn == .clockwise || turn == .counterclockwise
    #expect(upright.description == (swaps ? "480 x 640" : "640 x 480"))
  }
}
