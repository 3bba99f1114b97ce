import FaceModel
import Geometry
import Placement
import TestSupport
import Testing
import Timelines
import Tracking

/// Faces that are brought to where puppets stand.
@Suite struct PuppetStageTests {
  private let size = PixelSize<TrackerSpace>(clamping: 640, 480)
  private let box = Rectangle<SceneSpace>(Point2(-12, -15), Point2(14, 13))

  private func mapping(mirrored: Bool = false) -> SceneMapping {
    SceneMapping(
      header: TrackingHeader(size: size, mirrored: mirrored),
      scene: PixelSize(clamping: 1280, 960))
  }

  /// A face with the landmarks that its pose has.
  private func face(_ number: Int, yaw: Double, x: Double, y: Double, z: Double) -> TimedFace {
    let pose = FacialTransform(
      rotation: Quaternion(yaw: yaw, pitch: 8, roll: -12), translation: Vector3(x, y, z))
    let camera = PerspectiveCamera(size: size)
    var sample = FaceSample(pose: pose)
    sample.landmarks = CanonicalFace.vertices.map { vertex in
      let seen = camera.project(pose(vertex)) ?? camera.middle
      return Point3(seen.x, seen.y, 0)
    }
    return TimedFace(identity: number, face: sample, opacity: 1, source: .exact)
  }

  /// The way from the camera to the head's middle, as the head has it: what decides which side of it is seen.
  private func sight(_ pose: FacialTransform) -> SIMD3<Double> {
    let t = pose.translation
    let seen = SIMD3(t.x, t.y, t.z) / t.length
    let columns = [
      SIMD3(pose.m00, pose.m10, pose.m20), SIMD3(pose.m01, pose.m11, pose.m21),
      SIMD3(pose.m02, pose.m12, pose.m22),
    ]
    return SIMD3((columns[0] * seen).sum(), (columns[1] * seen).sum(), (columns[2] * seen).sum())
  }

  @Test(arguments: [(1, 0), (1, 1), (2, 0), (2, 1)])
  func `a face is seen as before, in its place, as large as the place holds`(
    number: Int, yawed: Int
  ) throws {
    let scene = mapping()
    let stage = PuppetStage(places: 2, box: box)
    let own = face(number, yaw: Double(yawed) * 35, x: 14, y: -6, z: -52)
    let placed = try #require(stage.placed([own], in: scene).first?.face)
    let (pose, before) = (try #require(placed.pose), try #require(own.face.pose))
    let (now, then) = (sight(pose), sight(before))
    #expect(((now - then) * (now - then)).sum() < 1e-20)
    // A centimetre at the head's distance, in pixels of the scene: 640 x 960 hold 26 x 28 of them.
    let density = 0.92 * min(640.0 / 26, 960.0 / 28)
    #expect(abs(scene.camera.focalLength * 2 / -pose.translation.z - density) < 1e-9)
    let middle = try #require(
      scene.camera.project(pose(Point3<CanonicalSpace>(0, 0, 0))).map { scene.toScene($0) })
    #expect(abs(middle.x + density - (number == 1 ? 320 : 960)) < 1e-6)
    #expect(abs(middle.y - density - 480) < 1e-6)
    // The landmarks go with the pose, but for what perspective changes.
    for landmark in [1, 33, 263, 152] {
      let seen = try #require(scene.camera.project(pose(CanonicalFace.vertices[landmark])))
      let found = placed.landmarks[landmark].xy
      #expect(found.distance(to: seen) < 0.06 * density, "\(landmark)")
    }
  }

  @Test func `what a mirrored tracker saw is the mirrored face's puppet`() throws {
    let own = face(1, yaw: 20, x: 9, y: 4, z: -45)
    var seen = own
    seen.face.pose = own.face.pose?.mirrored
    let stage = PuppetStage(places: 1, box: box)
    let plain = try #require(stage.placed([own], in: mapping()).first?.face.pose)
    let mirrored = try #require(
      stage.placed([seen], in: mapping(mirrored: true)).first?.face.pose?.mirrored)
    for (one, other) in zip(plain.rowMajor, mirrored.rowMajor) { #expect(abs(one - other) < 1e-9) }
  }

  @Test func `faces have a place each, those that find none are left out`() throws {
    let faces = [3, 1, 2].map { face($0, yaw: 0, x: 0, y: 0, z: -50) }
    let stage = PuppetStage(places: 2, box: box)
    #expect(stage.placed(faces, in: mapping()).map(\.identity) == [1, 2])
    #expect(stage.placed([faces[0], faces[2]], in: mapping()).map(\.identity) == [2, 3])
    var lost = faces[1]
    lost.face.pose = nil
    #expect(stage.placed([lost], in: mapping()).isEmpty)
  }

  @Test func `a face that is there for a moment takes no place`() throws {
    func places(_ counts: [Int]) throws -> Int {
      var left = counts[...]
      return try PuppetStage.places {
        left.popFirst().map { count in
          TrackingSample(
            timestampMs: 0, faces: Array(repeating: FaceSample(), count: count))
        }
      }
    }
    let one = Array(repeating: 1, count: 18)
    #expect(try places([]) == 1)
    #expect(try places([0, 0, 1]) == 1)
    #expect(try places(one + [2]) == 1)
    #expect(try places(one + [2, 3]) == 2)
    #expect(try places([20]) == PuppetStage.mostPlaces)
  }
}
