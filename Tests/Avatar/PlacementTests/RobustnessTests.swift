import Avatars
import FaceModel
import Geometry
import Placement
import TestSupport
import Testing
import Tracking

@Suite struct RobustnessTests {
  /// Numbers that break careless arithmetic, among ordinary ones.
  private static let numbers: [Double] = [
    0, -0.0, 1, -1, 0.5, 640, -64, 1e-300, 1e-12, 1e7, -1e9, 1e18, 1e154, -1e300,
    .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity, .nan,
  ]

  private func odd(_ random: inout SplitMix64, oddity: Double) -> Double {
    random.number(0...1) < oddity
      ? Self.numbers[Int(random.next() % UInt64(Self.numbers.count))] : random.number(-100...900)
  }

  private func face(_ random: inout SplitMix64) -> FaceSample {
    let oddity = [0, 0.02, 0.3, 1][Int(random.next() % 4)]
    let count = [0, 0, 467, 468, 478, 478][Int(random.next() % 6)]
    let point = random.number(0...1) < 0.2
    let fixed = odd(&random, oddity: 1)
    var face = FaceSample(
      landmarks: (0..<count).map { _ in
        point
          ? Point3(fixed, fixed, fixed)
          : Point3(odd(&random, oddity: oddity), odd(&random, oddity: oddity), 0)
      })
    if random.number(0...1) < 0.8 {
      var m =
        FaceSample(
          yaw: random.number(-180...180), pitch: random.number(-90...90), z: -50
        ).pose ?? FacialTransform(rotation: .identity, translation: .zero)
      m.m00 = random.number(0...1) < oddity ? odd(&random, oddity: 1) : m.m00
      m.m21 = random.number(0...1) < oddity ? odd(&random, oddity: 1) : m.m21
      m.translation = Vector3(
        odd(&random, oddity: oddity), odd(&random, oddity: oddity),
        random.number(0...1) < 0.5 ? -50 : odd(&random, oddity: 1))
      face.pose = m
    }
    face.blendshapes[.jawOpen] = odd(&random, oddity: 0.5)
    return face
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `samples without sense never give a placement that is not finite`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let layers = try avatar(
      Layer(name: "a", image: "a.png", scale: 3),
      Layer(
        name: "b", image: "a.png", anchor: .nose, offset: Vector3(1, -2, 7), scale: 100,
        rotation: 77, scaleReference: .faceWidth, mirror: .keep,
        drive: [
          Drive(signal: .blendshape(.jawOpen), property: .scale, from: (0, 1), to: (0, 100)),
          Drive(signal: .blendshape(.jawOpen), property: .offsetZ, from: (0, 1), to: (-100, 100)),
        ]),
      Layer(name: "c", image: "a.png", anchor: .landmark(467), scale: 1e-3),
      Layer(name: "d", image: "a.png", anchor: .landmark(9999), scale: 1))
    var drawn = 0
    for round in 0..<300 {
      let scene = try sceneSize(1280, 720)
      var placer = Placer(
        avatars: [layers],
        scene: SceneMapping(
          header: TrackingHeader(
            size: try trackerSize(round % 3 == 0 ? 1 : 640, 480),
            rotation: QuarterTurn.allCases[round % 4], mirrored: round % 2 == 0),
          scene: scene),
        output: OutputMapping(
          scene: scene, output: try outputSize(333, 777), mirrored: round % 5 == 0),
        options: PlacementOptions(
          mode: PlacementOptions.Mode.allCases[round % 3], snap: round % 7 != 0))
      let faces = (0..<3).map {
        TimedFace(
          identity: $0, face: face(&random), opacity: odd(&random, oddity: 0.3), source: .held)
      }
      let placements = placer.place(faces)
      drawn += placements.count
      for placement in placements {
        #expect(placement.homography.isFinite)
        #expect(placement.homography.inverse != nil)
        #expect(placement.corners.corners.allSatisfy { abs($0.x) <= 1e9 && abs($0.y) <= 1e9 })
        #expect((0...1).contains(placement.opacity))
        #expect(placement.residualPx?.isFinite ?? true)
        #expect(placement.layer != "d", "the canonical face has no such vertex")
      }
    }
    #expect(drawn > 100, "the lot gives too few layers that are drawn")
  }
}
