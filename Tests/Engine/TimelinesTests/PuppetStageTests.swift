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

  private func output(_ crop: OutputMapping.Crop? = nil) -> OutputMapping {
    OutputMapping(
      scene: PixelSize(clamping: 1280, 960), output: PixelSize(clamping: 640, 480), crop: crop)
  }

  /// The stage of a recording of 2 s in which faces of these numbers are seen at these times.
  private func stage(_ seen: [(ClosedRange<Double>, TimedFace)]) throws -> PuppetStage {
    var times = stride(from: 0.0, through: 2000, by: 50).makeIterator()
    return try PuppetStage(
      box, header: TrackingHeader(size: size), in: mapping()
    ) {
      times.next().map { timeMs in
        TrackingSample(
          timestampMs: timeMs, faces: seen.filter { $0.0.contains(timeMs) }.map(\.1.face))
      }
    }
  }

  @Test(arguments: [(1, 0), (1, 1), (2, 0), (2, 1)])
  func `a face is seen as before, in its place, as large as the place holds`(
    number: Int, yawed: Int
  ) throws {
    let scene = mapping()
    let yaw = Double(yawed) * 35
    let faces = [
      face(1, yaw: yaw, x: -14, y: 3, z: -60), face(2, yaw: yaw, x: 14, y: -6, z: -52),
    ]
    let stage = try stage(faces.map { (0...2000, $0) })
    let own = faces[number - 1]
    let placed = try #require(stage.placed([own], atMs: 1000, in: scene, output()).first?.face)
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
    // The landmarks are where the pose has them, as they were.
    for landmark in [1, 33, 263, 152] {
      let seen = try #require(scene.camera.project(pose(CanonicalFace.vertices[landmark])))
      let found = placed.landmarks[landmark].xy
      #expect(found.distance(to: seen) < 1e-6, "\(landmark)")
    }
  }

  @Test func `a frame that shows a part of the scene has the puppet in its middle`() throws {
    let own = face(1, yaw: 10, x: 9, y: 4, z: -45)
    let stage = try stage([(0...2000, own)])
    let crop = try #require(OutputMapping.Crop(x: 100, y: 60, width: 540, height: 720))
    let pose = try #require(
      stage.placed([own], atMs: 0, in: mapping(), output(crop)).first?.face.pose)
    let middle = try #require(
      mapping().camera.project(pose(Point3<CanonicalSpace>(0, 0, 0))).map { mapping().toScene($0) })
    let density = 0.92 * min(540.0 / 26, 720.0 / 28)
    #expect(abs(middle.x + density - 370) < 1e-6)
    #expect(abs(middle.y - density - 420) < 1e-6)
  }

  @Test func `what a mirrored tracker saw is the mirrored face's puppet`() throws {
    let own = face(1, yaw: 20, x: 9, y: 4, z: -45)
    var seen = own
    seen.face.pose = own.face.pose?.mirrored
    let stage = try stage([(0...2000, own)])
    let plain = try #require(
      stage.placed([own], atMs: 0, in: mapping(), output()).first?.face.pose)
    let mirrored = try #require(
      stage.placed([seen], atMs: 0, in: mapping(mirrored: true), output()).first?.face.pose?
        .mirrored)
    for (one, other) in zip(plain.rowMajor, mirrored.rowMajor) { #expect(abs(one - other) < 1e-9) }
  }

  /// How far right of the scene's left edge a face's puppet stands.
  private func place(_ own: TimedFace, _ stage: PuppetStage, atMs timeMs: Double) throws -> Double {
    let pose = try #require(
      stage.placed([own], atMs: timeMs, in: mapping(), output()).first?.face.pose)
    return try #require(mapping().camera.project(pose(Point3<CanonicalSpace>(0, 0, 0)))).x
  }

  @Test func `faces make room for one that comes, before it is there`() throws {
    let first = face(1, yaw: 0, x: -14, y: 0, z: -50)
    let second = face(2, yaw: 0, x: 14, y: 0, z: -50)
    let stage = try stage([(0...2000, first), (1000...2000, second)])
    let places = try [0.0, 500, 800, 1000, 1200, 1500, 2000].map {
      try place(first, stage, atMs: $0)
    }
    #expect(places[0] == places[1] && places[5] == places[6])
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(places[1] > places[2] && places[3] > places[4])
    // Between them on the scene's left half alone.
    #expect(try place(second, stage, atMs: 2000) > places[6] + 300)
  }

  @Test func `a face that is there for a moment, or whose pose is unknown, takes no place`() throws
  {
    let own = face(1, yaw: 0, x: -14, y: 0, z: -50)
    let passing = face(2, yaw: 0, x: 14, y: 0, z: -50)
    let stage = try stage([(0...2000, own), (1000...1300, passing)])
    #expect(stage.placed([passing], atMs: 1100, in: mapping(), output()).isEmpty)
    #expect(try place(own, stage, atMs: 1100) == place(own, stage, atMs: 0))
    var lost = own
    lost.face.pose = nil
    #expect(stage.placed([lost], atMs: 0, in: mapping(), output()).isEmpty)
  }
}
