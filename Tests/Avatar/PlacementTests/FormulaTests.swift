import Avatars
import FaceModel
import Geometry
import Placement
import TestSupport
import Testing
import Tracking

@Suite struct FormulaTests {
  /// A layer with every property drawn by lot.
  private func layer(_ random: inout SplitMix64) -> Layer {
    let anchors = Anchor.named.map(\.anchor) + [.landmark(168), .landmark(467)]
    return Layer(
      name: "a", image: "a.png", anchor: anchors[Int(random.number(0...12.99))],
      offset: Vector3(random.number(-1...1), random.number(-1...1), random.number(-0.5...0.5)),
      scale: random.number(0.3...4), rotation: random.number(-180...180),
      pivot: Pivot(x: random.number(-0.2...1.2), y: random.number(-0.2...1.2)),
      scaleReference: random.number(0...1) < 0.5 ? .eyes : .faceWidth,
      mirror: random.number(0...1) < 0.5 ? .keep : .follow)
  }

  /// The seed of the lot, and how layers are placed.
  @Test(arguments: 1...20, [PlacementOptions.Mode.landmarks, .matrix])
  func `placement and the formulas of the specification agree on every mapping`(
    seed: UInt64, mode: PlacementOptions.Mode
  ) throws {
    var random = SplitMix64(state: seed)
    var drawn = 0
    for _ in 0..<20 {
      let (w, h) = (Int(random.number(200...1300)), Int(random.number(200...1300)))
      let turn = QuarterTurn.allCases[Int(random.number(0...3.99))]
      let mirrored = random.number(0...1) < 0.5
      let (sceneW, sceneH) = (Int(random.number(200...2000)), Int(random.number(200...2000)))
      let (outW, outH) = (Int(random.number(100...900)), Int(random.number(100...900)))
      let flip = random.number(0...1) < 0.5
      let crop = try #require(
        OutputMapping.Crop(
          x: random.number(-50...50), y: random.number(-50...50),
          width: random.number(100...1000), height: random.number(100...1000)))
      let snap = random.number(0...1) < 0.7
      let face = FaceSample(
        yaw: random.number(-70...70), pitch: random.number(-30...30),
        roll: random.number(-180...180), x: random.number(-15...15), y: random.number(-15...15),
        z: random.number(-90 ... -25), width: Double(w), height: Double(h), noise: 9,
        seed: random.next())
      let layer = layer(&random)
      let intrinsics =
        random.number(0...1) < 0.5
        ? nil
        : [
          random.number(300...900), random.number(300...900), random.number(100...500),
          random.number(100...500),
        ]

      let scene = try sceneSize(sceneW, sceneH)
      var header = TrackingHeader(size: try trackerSize(w, h), rotation: turn, mirrored: mirrored)
      header.intrinsics = intrinsics.map {
        CameraIntrinsics(fx: $0[0], fy: $0[1], cx: $0[2], cy: $0[3])
      }
      var placer = Placer(
        avatars: [try avatar(layer)],
        scene: SceneMapping(header: header, scene: scene),
        output: OutputMapping(
          scene: scene, output: try outputSize(outW, outH), mirrored: flip, crop: crop),
        options: PlacementOptions(mode: mode, snap: snap))
      let placements = placer.place(face)

      let reference = ReferenceChain(
        w: Double(w), h: Double(h), rotation: turn.rawValue, mirroredTracker: mirrored,
        sceneW: Double(sceneW), sceneH: Double(sceneH), outW: Double(outW), outH: Double(outH),
        mirroredOutput: flip, crop: (crop.x, crop.y, crop.width, crop.height),
        landmarks: face.landmarks.map { ($0.x, $0.y) }, matrix: face.pose?.rowMajor, snap: snap,
        intrinsics: intrinsics)
      func expected(_ x: Double, _ y: Double) -> (ReferenceChain.Pair, depth: Double) {
        mode == .matrix
          ? reference.byMatrix((x, y), layer, iw: 400, ih: 300)
          : (reference.byLandmarks((x, y), layer, iw: 400, ih: 300), 1)
      }

      // Whether it is drawn: near plane, and the winding in the scene by the shoelace formula.
      let corners = [expected(0, 0), expected(400, 0), expected(400, 300), expected(0, 300)]
      var area = 0.0
      for i in 0..<4 {
        let (a, b) = (corners[i].0, corners[(i + 1) % 4].0)
        area += (a.x * b.y - b.x * a.y) / 2
      }
      let k: Double = flip && layer.mirror == .keep ? -1 : 1
      let isDrawn = corners.allSatisfy { $0.depth >= 1 } && area * k > 0
      #expect(placements.count == (isDrawn ? 1 : 0))
      guard isDrawn, let placement = placements.first else { continue }
      drawn += 1

      for (corner, (point, _)) in zip(placement.corners.corners, corners) {
        let e = reference.output(point)
        #expect(corner.distance(to: Point2(e.x, e.y)) < 1e-6)
      }
      // The homography leads to the frame before the flip, here at a point inside the picture.
      let (x, y) = (random.number(0...400), random.number(0...300))
      let e = reference.output(expected(x, y).0)
      let inFrame = try #require(placement.homography(Point2(x, y)))
      let finished = flip ? Point2<OutputSpace>(Double(outW) - inFrame.x, inFrame.y) : inFrame
      #expect(finished.distance(to: Point2(e.x, e.y)) < 1e-6)

      let move = reference.move(layer)
      if mode == .matrix, snap {
        let length = (move.x * move.x + move.y * move.y).squareRoot()
        #expect(abs(try #require(placement.residualPx) - length) < 1e-9)
      } else {
        #expect(placement.residualPx == nil)
      }
      #expect(placement.mode == (mode == .matrix ? .matrix : .landmarks))
    }
    #expect(drawn >= 8, "the lot gives too few layers that are drawn")
  }
}
