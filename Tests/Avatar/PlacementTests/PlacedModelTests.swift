import Avatars
import FaceModel
import Foundation
import Geometry
import Models
import Placement
import TestSupport
import Testing
import Tracking

/// Models on faces, against the formulas written out in plain numbers.
@Suite struct PlacedModelTests {
  /// A triangle that looks along z, with a node above it.
  private static func model(scale: Double = 1, isDoubleSided: Bool = false) -> Model {
    var primitive = ModelPrimitive()
    primitive.positions = [SIMD3(-0.03, -0.02, 0.01), SIMD3(0.04, 0, 0.02), SIMD3(0, 0.05, -0.01)]
    primitive.triangles = [SIMD3(0, 1, 2)]
    primitive.material = 0
    var material = ModelMaterial()
    material.isDoubleSided = isDoubleSided
    let nodes = [
      ModelNode(
        children: [1],
        transform: .parts(
          translation: .zero, rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(scale, 1, 1)), mesh: 0),
      ModelNode(
        name: "tip", parent: 0,
        transform: .parts(
          translation: SIMD3(0.01, 0.08, 0.03), rotation: SIMD4(0, 0, 0, 1),
          scale: SIMD3(repeating: 1))),
    ]
    return Model(
      ModelTree(
        nodes: nodes, roots: [0], meshes: [ModelMesh(primitives: [primitive])],
        materials: [material]), digest: "\(scale)\(isDoubleSided)")
  }

  private static func layer() -> Layer {
    var layer = Layer(
      name: "a", image: "a.glb", anchor: .nose, offset: Vector3(0.2, -0.1, 0.15), scale: 1.3,
      rotation: 20)
    layer.model = LayerModel()
    return layer
  }

  private static func measured(_ layer: Layer, _ model: Model) throws -> MeasuredAvatar {
    let size = try #require(PixelSize<ArtworkSpace>(width: 1, height: 1))
    return try #require(
      MeasuredAvatar(
        Avatar(id: "test", layers: [layer]), pictureSizes: [size], models: [layer.image: model]))
  }

  private static func placed(_ placement: LayerPlacement?) throws -> PlacedModel {
    guard case .model(let model) = try #require(placement?.volume).shape else {
      throw NotAModel()
    }
    return model
  }

  private struct NotAModel: Error {}

  /// How it is placed, whether the output is mirrored and the model kept, and how the tracker's picture is turned.
  @Test(
    arguments: [PlacementOptions.Mode.landmarks, .matrix],
    [(false, QuarterTurn.none), (true, .none), (false, .clockwise), (true, .counterclockwise)])
  func `a model lies where the formulas say`(
    mode: PlacementOptions.Mode, view: (isKept: Bool, turn: QuarterTurn)
  ) throws {
    var layer = Self.layer()
    layer.model?.nod = 25
    layer.model?.turn = -40
    layer.mirror = view.isKept ? .keep : .follow
    let (w, h) = (1280, 720)
    let (sceneW, sceneH) = view.turn.swapsSides ? (1080, 1920) : (1920, 1080)
    var face = FaceSample(yaw: 25, pitch: -10, roll: 12, noise: 6)
    for index in face.landmarks.indices { face.landmarks[index].z = Double(index % 7) }
    let scene = try sceneSize(sceneW, sceneH)
    var placer = Placer(
      avatars: [try Self.measured(layer, Self.model(isDoubleSided: true))],
      // Of a sample of its own projection.
      scene: SceneMapping(
        header: TrackingHeader(size: try trackerSize(w, h), rotation: view.turn), scene: scene
      ).seen(with: CameraIntrinsics(fx: 700, fy: 760, cx: 600, cy: 390)),
      output: OutputMapping(
        scene: scene, output: try outputSize(sceneW / 2, sceneH / 4), mirrored: view.isKept),
      options: PlacementOptions(mode: mode))
    let placement = placer.place(face).first
    let placed = try Self.placed(placement)
    let reference = ReferenceChain(
      w: Double(w), h: Double(h), rotation: view.turn.rawValue, sceneW: Double(sceneW),
      sceneH: Double(sceneH), outW: Double(sceneW / 2), outH: Double(sceneH / 4),
      mirroredOutput: view.isKept, crop: (0, 0, Double(sceneW), Double(sceneH)),
      landmarks: face.landmarks.map { ($0.x, $0.y) }, matrix: face.pose?.rowMajor,
      intrinsics: [700, 760, 600, 390])
    func expected(_ p: SIMD3<Double>) -> (ReferenceChain.Pair, depth: Double) {
      let radians = SIMD3(25.0, -40, 20) * Double.pi / 180
      var q = SIMD3(view.isKept ? -p.x : p.x, p.y, p.z)
      var (c, s) = (cos(radians.x), sin(radians.x))
      q = SIMD3(q.x, c * q.y - s * q.z, s * q.y + c * q.z)
      (c, s) = (cos(radians.y), sin(radians.y))
      q = SIMD3(c * q.x + s * q.z, q.y, c * q.z - s * q.x)
      (c, s) = (cos(radians.z), sin(radians.z))
      q = SIMD3(c * q.x + s * q.y, c * q.y - s * q.x, q.z)
      q = q * 1.3 * 100 / 6.302291 + SIMD3(0.2, -0.1, 0.15)
      let f = (q.x, q.y, q.z)
      if mode == .matrix {
        let (place, depth) = reference.byMatrix(f, layer)
        return (reference.output(place), depth)
      }
      let eyes = [[33, 133], [263, 362]].map { reference.anchorInScene($0) }
      let d = hypot(eyes[1].x - eyes[0].x, eyes[1].y - eyes[0].y)
      let z = Double(4 % 7) * Double(max(sceneW, sceneH)) / 1280
      return (reference.output(reference.byLandmarks(f, layer)), z - d * f.2)
    }
    let vertices = [SIMD3(-0.03, -0.02, 0.01), SIMD3(0.04, 0, 0.02), SIMD3(0, 0.05, -0.01)]
    for (index, vertex) in vertices.enumerated() {
      let (place, depth) = expected(vertex)
      let seen = placed.places[index]
      let x = view.isKept ? Double(sceneW / 2) - Double(seen.x) : Double(seen.x)
      #expect(hypot(x - place.x, Double(seen.y) - place.y) < 1e-3)
      #expect(abs(Double(placed.depths[index]) - depth) < 1e-4)
    }
    let points = try #require(placement?.volume).points
    for (point, vertex) in zip(points, [SIMD3.zero, SIMD3(0.01, 0.08, 0.03)]) {
      let (place, _) = expected(vertex)
      #expect(hypot(point.x - place.x, point.y - place.y) < 1e-5)
    }
    #expect(placed.isPerspective == (mode == .matrix))
  }

  /// Whatever the tracker's turn, light meets a model from above the picture.
  @Test(arguments: QuarterTurn.allCases)
  func `positions and normals are in the scene's axes`(turn: QuarterTurn) throws {
    let scene = try sceneSize(turn.swapsSides ? 720 : 1280, turn.swapsSides ? 1280 : 720)
    var placer = Placer(
      avatars: [try Self.measured(Self.layer(), Self.model(isDoubleSided: true))],
      scene: SceneMapping(
        header: TrackingHeader(size: try trackerSize(1280, 720), rotation: turn), scene: scene),
      output: OutputMapping(scene: scene, output: try outputSize(scene.width, scene.height)),
      options: PlacementOptions(mode: .matrix, snap: false))
    let placed = try Self.placed(placer.place(FaceSample(yaw: 20, pitch: 15, roll: 30)).first)
    let focal = 360 / tan(31.5 * Double.pi / 180)
    for index in 0..<3 {
      let (p, place) = (SIMD3<Double>(placed.positions[index]), placed.places[index])
      #expect(abs(Double(scene.width) / 2 + focal * p.x / -p.z - Double(place.x)) < 1e-3)
      #expect(abs(Double(scene.height) / 2 - focal * p.y / -p.z - Double(place.y)) < 1e-3)
    }
    let (p, q) = (
      placed.positions[1] - placed.positions[0], placed.positions[2] - placed.positions[0]
    )
    for normal in placed.normals {
      let products: [Float] = [p, q].map { ($0 * normal).sum() }
      #expect(products.allSatisfy { abs($0) < 1e-4 })
      #expect(normal.z > 0.5)
    }
  }

  /// Whether a triangle of the frontal model is drawn, and as a back.
  @Test func `fronts are drawn, and backs of double-sided materials`() throws {
    for (yaw, scale, isKept, isDoubleSided) in [
      (0.0, 1.0, false, false), (0, -1, false, false), (0, 1, true, false), (0, -1, true, false),
      (180, 1, false, false), (180, -1, false, true), (180, 1, true, true), (0, 1, false, true),
    ] {
      var layer = Self.layer()
      layer.mirror = isKept ? .keep : .follow
      layer.model?.turn = yaw
      let model = Self.model(scale: scale, isDoubleSided: isDoubleSided)
      for mode in [PlacementOptions.Mode.landmarks, .matrix] {
        var placer = try Placer(
          Self.measured(layer, model), mirrorOutput: isKept, mode: mode)
        let placement = placer.place(FaceSample(yaw: 5)).first
        let isBack = yaw > 0
        guard !isBack || isDoubleSided else {
          #expect(placement == nil)
          continue
        }
        let drawn = try Self.placed(placement).drawn
        #expect(drawn.map(\.triangle) == [0] && drawn.map(\.isBack) == [isBack])
      }
    }
  }

  @Test func `what is too near or too large is not drawn`() throws {
    for (offset, isDrawn) in [(7.0, true), (7.6, false), (20, false), (1e30, false)] {
      var layer = Self.layer()
      layer.offset = Vector3(0, 0, offset)
      var placer = try Placer(Self.measured(layer, Self.model()), mode: .matrix, snap: false)
      // The nose's tip is some 7 cm before the middle of the head, which is 56 cm away.
      #expect(placer.place(FaceSample(z: -56)).isEmpty == !isDrawn, "\(offset)")
    }
    for scale in [1e9, 1e30, 1e300, -1e300] {
      var layer = Self.layer()
      layer.scale = 1e9
      for mode in [PlacementOptions.Mode.landmarks, .matrix] {
        var placer = try Placer(Self.measured(layer, Self.model(scale: scale)), mode: mode)
        #expect(placer.place(FaceSample()).isEmpty)
      }
    }
  }
}
