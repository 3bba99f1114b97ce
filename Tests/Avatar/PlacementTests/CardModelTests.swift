import Avatars
import Foundation
import Geometry
import Models
import Placement
import Scenes
import TestSupport
import Testing
import Tracking

/// Models on cards, held against the card's own camera written out here.
@Suite struct CardModelTests {
  /// A card of 100 x 80 mm before a camera of 50 degrees, in a picture of 640 x 480.
  struct Stage {
    var pose = FacialTransform(
      rotation: Quaternion(yaw: 25, pitch: -35, roll: 10), scale: 0.1,
      translation: Vector3(1.5, -2, -40))
    /// By how much the corners are seen beside where the pose has them, in pixels.
    var shift = Vector2<TrackerSpace>(3, -2)
    var isMirrored = false
    /// Whether the picture shows the card flipped.
    var isFlipped = false
    var item = SceneModel(file: "m.glb", shadow: 0)
    var at = Vector3<CardSpace>.zero
    var rotation = 0.0
    var mirror = MirrorPolicy.follow
    var appear = Scene.Appearance(fadeMs: 0, growMs: 0)
    var ageMs = 1000.0

    static let size = SIMD2(100.0, 80.0)
    private static let picture = PixelSize<TrackerSpace>(clamping: 640, 480)
    static let camera = PinholeCamera(size: picture, verticalFieldOfViewDegrees: 50)

    /// Where a point of the card is seen by the pose.
    func seen(_ x: Double, _ y: Double, _ z: Double) throws -> Point2<OutputSpace> {
      let place = try #require(Self.camera.project(pose(Point3(x, y, z))))
      return Point2(place.x, place.y)
    }

    var corners: Quad<TrackerSpace> {
      get throws {
        let places = try [(-50.0, 40.0), (50, 40), (50, -40), (-50, -40)].map {
          try seen($0.0, $0.1, 0)
        }.map { Point2<TrackerSpace>($0.x + shift.x, $0.y + shift.y) }
        return Quad(places[0], places[1], places[2], places[3])
      }
    }

    func place(_ model: Model) throws -> ItemPlacement? {
      let mapping = SceneMapping(
        header: TrackingHeader(size: Self.picture), scene: PixelSize(clamping: 640, 480))
      var image = ImageSample(name: "card", corners: try corners, score: 1)
      image.pose = pose
      if isFlipped {
        image.corners = image.corners.map { Point2(640 - $0.x, $0.y) }
        image.pose = pose.mirrored
      }
      let view = try #require(
        CardProjection(image, size: Self.size, unit: 1, camera: Self.camera, through: mapping))
      let scene = Scene(
        id: "s", picture: ScenePicture(name: "card", image: "c.png", widthMm: Self.size.x),
        appear: appear,
        items: [
          SceneItem(name: "thing", .model(item), at: at, rotation: rotation, mirror: mirror)
        ])
      var measured = MeasuredScene(scene, printAspect: Self.size.y / Self.size.x, pictures: [:])
      measured.models = ["m.glb": model]
      let output = OutputMapping(
        scene: mapping.scene, output: PixelSize(clamping: 640, 480), mirrored: isMirrored)
      return ScenePlacer(scenes: [measured], output: output).place(
        scene: 0, card: 1, view, atMs: ageMs, SceneClock.Events(seenMs: 0), in: mapping.scene,
        opacity: 1
      ).first
    }

    func model(_ model: Model) throws -> (item: ItemPlacement, model: ModelPlacement) {
      let item = try #require(try place(model))
      guard case .model(let placed) = item.content else { throw Missing() }
      return (item, placed)
    }
  }

  struct Missing: Error {}

  /// A square about a point, of a side along x and y, with a node `tip` at the point.
  static func square(
    at point: SIMD3<Double> = .zero, side: Float = 0.01, isDoubleSided: Bool = true,
    animation: ModelAnimation? = nil
  ) -> Model {
    var primitive = ModelPrimitive()
    let half = side / 2
    primitive.positions = [
      SIMD3(-half, -half, 0), SIMD3(half, -half, 0), SIMD3(half, half, 0), SIMD3(-half, half, 0),
    ]
    primitive.normals = Array(repeating: SIMD3(0, 0, 1), count: 4)
    primitive.triangles = [SIMD3(0, 1, 2), SIMD3(0, 2, 3)]
    var material = ModelMaterial()
    material.isDoubleSided = true
    primitive.material = 0
    let tree = ModelTree(
      nodes: [
        ModelNode(
          name: "tip",
          transform: .parts(
            translation: point, rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(repeating: 1)), mesh: 0)
      ], roots: [0], meshes: [ModelMesh(primitives: [primitive])], materials: [material],
      animations: animation.map { [$0] } ?? [])
    return Model(tree, digest: "\(point) \(side)")
  }

  @Test func `a model's points lie where its turns, its place and the card's camera have them`()
    throws
  {
    var stage = Stage()
    stage.item.scale = 0.5
    stage.item.tilt = SIMD2(90, 20)
    stage.rotation = 30
    stage.at = Vector3(0, 0, 4)
    // A point 20, 60 and 10 mm from the origin, at half its size.
    let point = SIMD3(0.02, 0.06, 0.01) * 500
    // About x by 90 degrees: y becomes z, z becomes -y.
    let nodded = SIMD3(point.x, -point.z, point.y)
    let (c, s) = (cos(20 * Double.pi / 180), sin(20 * Double.pi / 180))
    // About y, right-handed: z goes to x.
    let turned = SIMD3(c * nodded.x + s * nodded.z, nodded.y, c * nodded.z - s * nodded.x)
    // Clockwise as seen: y goes to x.
    let (a, b) = (cos(30 * Double.pi / 180), sin(30 * Double.pi / 180))
    let place = SIMD3(a * turned.x + b * turned.y, a * turned.y - b * turned.x, turned.z + 4)
    let (item, model) = try stage.model(Self.square(at: SIMD3(0.02, 0.06, 0.01)))
    // The card's middle is where the diagonals of its corners cross, which all have the same shift.
    let expected = try stage.seen(place.x, place.y, place.z)
    let tip = try model.tip
    #expect(abs(tip.place.x - expected.x - 3) < 1e-6 && abs(tip.place.y - expected.y + 2) < 1e-6)
    let depth = -stage.pose(Point3(place.x, place.y, place.z)).z
    #expect(abs(tip.depth - depth) < 1e-9)
    #expect(item.corners.topLeft.x <= tip.place.x && tip.place.x <= item.corners.bottomRight.x)
    #expect(model.shadow == nil)
  }

  @Test func `a model grows about its origin as it appears`() throws {
    var stage = Stage()
    stage.appear = Scene.Appearance(fadeMs: 400, growMs: 400)
    stage.ageMs = 100
    let (item, model) = try stage.model(Self.square(at: SIMD3(0, 0.02, 0.04)))
    let expected = try stage.seen(0, 5, 10)
    let tip = try model.tip
    #expect(abs(tip.place.x - expected.x - 3) < 1e-6 && abs(tip.place.y - expected.y + 2) < 1e-6)
    #expect(abs(item.opacity - 0.25) < 1e-12)
  }

  @Test func `an animation goes on with the item's age`() throws {
    let animation = ModelAnimation(
      samplers: [
        .init(times: [0, 1], values: [0, 0, 0, 0.04, 0, 0], interpolation: .linear)
      ], channels: [.init(node: 0, path: .translation, sampler: 0)])
    var stage = Stage()
    stage.item.speed = 2
    stage.ageMs = 625
    let (_, model) = try stage.model(Self.square(animation: animation))
    // 1.25 s of a second that begins anew.
    let expected = try stage.seen(10, 0, 0)
    #expect(abs(try model.tip.place.x - expected.x - 3) < 1e-6)
    stage.item.animation = .none
    let still = try stage.model(Self.square(animation: animation)).model
    let rest = try stage.seen(0, 0, 0)
    #expect(abs(try still.tip.place.x - rest.x - 3) < 1e-6)
  }

  @Test func `in a mirrored output a model follows, or is kept as it is seen`() throws {
    var stage = Stage()
    stage.isMirrored = true
    let model = Self.square(at: SIMD3(0.03, 0.01, 0.02))
    let follows = try stage.model(model).model
    let plain = try stage.seen(30, 10, 20)
    #expect(abs(try follows.tip.place.x - (640 - plain.x - 3)) < 1e-6)
    stage.mirror = .keep
    let kept = try stage.model(model).model
    let turned = try stage.seen(-30, 10, 20)
    #expect(abs(try kept.tip.place.x - (640 - turned.x - 3)) < 1e-6)
    // Turned over, its front is still its front.
    #expect(try follows.placed.drawn.allSatisfy { !$0.isBack })
    #expect(try kept.placed.drawn.allSatisfy { !$0.isBack })
  }

  @Test func `on a card that is seen flipped a model is flipped too`() throws {
    var stage = Stage()
    stage.item.tilt = SIMD2(30, 20)
    stage.item.shadow = 0.5
    let model = Self.square(at: SIMD3(0.03, 0.01, 0.02))
    let plain = try stage.model(model).model
    stage.isFlipped = true
    let flipped = try stage.model(model).model
    let (a, b) = (try plain.tip, try flipped.tip)
    #expect(abs(b.place.x - (640 - a.place.x)) < 1e-6 && abs(b.place.y - a.place.y) < 1e-6)
    #expect(abs(a.depth - b.depth) < 1e-9)
    #expect(try flipped.placed.drawn.map(\.isBack) == plain.placed.drawn.map(\.isBack))
    // The light stays where it is in the picture.
    let (there, here) = (try #require(plain.shadow), try #require(flipped.shadow))
    #expect(here.slope != there.slope)
  }

  // MARK: - Portal

  /// The area of the triangles that are drawn, in pixels.
  static func area(_ placed: PlacedModel) -> Double {
    placed.drawn.reduce(0) { sum, drawn in
      let triangle = placed.geometry.triangles[Int(drawn.triangle)]
      let (a, b, c) = (
        SIMD2<Double>(placed.places[Int(triangle.x)]),
        SIMD2<Double>(placed.places[Int(triangle.y)]),
        SIMD2<Double>(placed.places[Int(triangle.z)])
      )
      let (p, q) = (b - a, c - a)
      return sum + abs(p.x * q.y - p.y * q.x) / 2
    }
  }

  @Test func `what is below the print is seen through the print's outline alone`() throws {
    var stage = Stage()
    stage.item.isPortal = true
    stage.at = Vector3(0, 0, -30)
    // Wide enough to be seen in all of the outline.
    let placed = try stage.model(Self.square(side: 0.5)).model.placed
    let corners = try stage.corners
    #expect(abs(Self.area(placed) - abs(corners.signedArea)) < 0.1)
    let outline = corners.corners.map { SIMD2($0.x, $0.y) }
    for drawn in placed.drawn {
      let triangle = placed.geometry.triangles[Int(drawn.triangle)]
      for corner in 0..<3 {
        let place = SIMD2<Double>(placed.places[Int(triangle[corner])])
        for (a, b) in zip(outline, outline.dropFirst() + outline.prefix(1)) {
          let (side, way) = (b - a, place - a)
          let distance = (side.x * way.y - side.y * way.x) / (side * side).sum().squareRoot()
          #expect(distance > -0.01)
        }
      }
    }
  }

  @Test func `what is above the print, and what is no portal, is seen whole`() throws {
    var stage = Stage()
    stage.at = Vector3(0, 0, 20)
    let model = Self.square(side: 0.2)
    let whole = try Self.area(stage.model(model).model.placed)
    stage.item.isPortal = true
    #expect(abs(try Self.area(stage.model(model).model.placed) - whole) < 0.1)
    // Upright through the print, of 200 mm by 200 mm, half of it is above.
    stage.at = .zero
    stage.item.tilt = SIMD2(90, 0)
    stage.item.isPortal = false
    let through = try Self.area(stage.model(model).model.placed)
    stage.item.isPortal = true
    let cut = try Self.area(stage.model(model).model.placed)
    #expect(cut < through * 0.95 && cut > through * 0.3)
  }

  @Test func `a cut divides triangles without loss`() {
    var random = SplitMix64(state: 7)
    for _ in 0..<200 {
      let positions = (0..<3).map { _ in
        SIMD3<Float>.random(in: -1...1, using: &random)
      }
      var primitive = ModelPrimitive()
      (primitive.positions, primitive.triangles) = (positions, [SIMD3(0, 1, 2)])
      let model = Model(
        ModelTree(
          nodes: [ModelNode(mesh: 0)], roots: [0], meshes: [ModelMesh(primitives: [primitive])]),
        digest: "\(positions)")
      let plane = ModelPlane(normal: SIMD3(0.3, -0.2, 0.9), offset: 0.1)
      let cut = ModelCut(
        model.posed(ModelMoment()), of: model.geometry, within: [[plane], [plane.reversed]])
      func area(_ triangle: SIMD3<Int32>, _ places: [SIMD3<Float>]) -> Double {
        let corners = (0..<3).map { SIMD3<Double>(places[Int(triangle[$0])]) }
        let (p, q) = (corners[1] - corners[0], corners[2] - corners[0])
        let n = SIMD3(p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x)
        return (n * n).sum().squareRoot() / 2
      }
      let parts = cut.geometry.triangles.reduce(0) { $0 + area($1, cut.posed.positions) }
      #expect(abs(parts - area(SIMD3(0, 1, 2), positions)) < 1e-5)
      #expect(cut.geometry.materialNumbers.count == cut.geometry.triangles.count)
      #expect(cut.geometry.colours.count == cut.posed.positions.count)
    }
  }

  @Test func `what is no number is cut off`() {
    var primitive = ModelPrimitive()
    primitive.positions = [SIMD3(.nan, 0, 0), SIMD3(1, 0, 0), SIMD3(0, .infinity, -1)]
    primitive.triangles = [SIMD3(0, 1, 2)]
    let model = Model(
      ModelTree(
        nodes: [ModelNode(mesh: 0)], roots: [0], meshes: [ModelMesh(primitives: [primitive])]),
      digest: "none")
    let plane = ModelPlane(normal: SIMD3(0, 0, 1), offset: 0)
    let cut = ModelCut(
      model.posed(ModelMoment()), of: model.geometry, within: [[plane], [plane.reversed]])
    #expect(cut.geometry.triangles.isEmpty)
  }

  // MARK: - Shadow

  @Test func `a shadow lies along the light, and is blurred by a tenth of the height`() throws {
    var stage = Stage()
    // The card faces the camera, so that its axes are the scene's.
    stage.pose = FacialTransform(
      rotation: Quaternion(yaw: 0, pitch: 0, roll: 0), scale: 0.1,
      translation: Vector3(0, 0, -40))
    stage.item.shadow = 0.5
    stage.at = Vector3(5, 0, 18)
    let shadow = try #require(try stage.model(Self.square()).model.shadow)
    #expect(shadow.strength == 0.5)
    let bands = shadow.bands(step: 0.2)
    #expect(bands.count == 1)
    let band = try #require(bands.first)
    #expect(abs(band.blur - 1.8) < 1e-9)
    let middle = band.places.reduce(.zero, +) / Float(band.places.count)
    // Away from the light, which is right of the camera and above it; the print's y points down.
    #expect(abs(Double(middle.x) - (0.5 + (5 - 18 * 0.35 / 0.72) / 100)) < 1e-6)
    #expect(abs(Double(middle.y) - (0.5 + 18 * 0.60 / 0.72 / 80)) < 1e-6)
    stage.at.z = -18
    #expect(try #require(try stage.model(Self.square()).model.shadow).bands(step: 0.2).isEmpty)
  }

  @Test func `what stands on the print has a shadow that is sharp at its foot`() throws {
    var stage = Stage()
    stage.item.shadow = 0.5
    stage.item.tilt = SIMD2(90, 0)
    let shadow = try #require(try stage.model(Self.square(side: 0.04)).model.shadow)
    // From 0 to 20 mm above it.
    let bands = shadow.bands(step: 0.2)
    #expect(bands.count > 3)
    #expect(zip(bands, bands.dropFirst()).allSatisfy { $0.blur < $1.blur })
    #expect(bands[0].blur < 0.1 && bands[bands.count - 1].blur < 2)
    #expect(bands.allSatisfy { !$0.geometry.triangles.isEmpty })
  }
}

extension ModelPlacement {
  fileprivate var placed: PlacedModel {
    get throws {
      guard case .model(let placed) = volume.shape else { throw CardModelTests.Missing() }
      return placed
    }
  }

  /// The node `tip` in the produced frame.
  fileprivate var tip: (place: Point2<OutputSpace>, depth: Double) {
    get throws {
      let index = try #require(volume.nodes.firstIndex { $0.name == "tip" })
      return (volume.points[index], volume.nodes[index].depth)
    }
  }
}
