import FaceModel
import Models
import Testing

/// What morph targets and joints make of vertices.
@Suite struct MorphPosingTests {
  private static func primitive() -> ModelPrimitive {
    var primitive = ModelPrimitive.point(.zero)
    primitive.targets = [SIMD3<Float>(1, 0, 0), SIMD3(0, 10, 0)].map {
      var target = ModelTarget()
      target.positions = [$0, .zero, .zero]
      return target
    }
    return primitive
  }

  @Test func `weights are the mesh's, the node's, the animation's, the blendshapes', in turn`() {
    func model(_ weights: [Double]?) -> Model {
      Model(
        [ModelNode(mesh: 0, weights: weights)], [Self.primitive()], weights: [0.1, 0.2],
        names: ["jawOpen", "other"],
        animations: [ModelAnimation(.weights, .linear, [0, 1], [0.5, 0.5, 0.7, 0.9])])
    }
    #expect(model(nil).posed(ModelMoment()).positions[0] == SIMD3(0.1, 2, 0))
    #expect(model([0.3, 0.4]).posed(ModelMoment()).positions[0] == SIMD3(0.3, 4, 0))
    let animated = model([0.3, 0.4])
    #expect(distance(animated.posed(at: 0.5).positions[0], SIMD3(0.6, 7, 0)) < 1e-6)
    var moment = ModelMoment()
    (moment.animation, moment.seconds) = (0, 0.5)
    moment.morphs = animated.drivenMorphs { $0 == .jawOpen ? 0.25 : 1 }
    #expect(moment.morphs == ["jawOpen": 0.25])
    moment.changes = [
      ModelChange(target: .morph("other"), value: 0.1),
      ModelChange(target: .morph("jawOpen"), value: 0.5),
    ]
    #expect(distance(animated.posed(moment).positions[0], SIMD3(0.75, 8, 0)) < 1e-6)
  }

  @Test func `names of targets find their blendshapes`() {
    let found: [(String, [Blendshape])] = [
      ("eyeBlinkLeft", [.eyeBlinkLeft]), ("Eye_Blink_R", [.eyeBlinkRight]),
      ("eyeblink.l", [.eyeBlinkLeft]), ("EYE BLINK", [.eyeBlinkLeft, .eyeBlinkRight]),
      ("mouth-smile", [.mouthSmileLeft, .mouthSmileRight]), ("jawOpen", [.jawOpen]),
      ("jawOpenL", []), ("mouthR", [.mouthRight]), ("browInnerUp2", []), ("_neutral", []),
      ("cheekPuff", [.cheekPuff]), ("tongueOut", []), ("", []),
    ]
    let model = Model(
      [ModelNode(mesh: 0)], weights: found.map { _ in 0 }, names: found.map { $0.0 } + [nil])
    for (name, shapes) in found {
      let weight = model.drivenMorphs {
        shapes.contains($0) ? Double(shapes.firstIndex(of: $0) ?? 0) + 0.25 : nil
      }[name]
      #expect(weight == (shapes.isEmpty ? nil : shapes.count == 2 ? 0.75 : 0.25), "\(name)")
    }
  }

  @Test func `joints as they were bound leave a mesh as it is, wherever its node is`() {
    // The inverse of a quarter turn about z and a move.
    let inverse = ModelMatrix(
      SIMD4(0, -1, 0, 0), SIMD4(1, 0, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(-2, 1, -3, 1))
    var primitive = ModelPrimitive.point(SIMD3(0.5, 0.25, 1), normal: SIMD3(0.6, 0, 0.8))
    primitive.joints = Array(repeating: SIMD4(0, 1, 0, 0), count: 3)
    primitive.jointWeights = Array(repeating: SIMD4(0.5, 0.5, 0, 0), count: 3)
    let nodes = [
      ModelNode(
        children: [1, 2], transform: .parts(SIMD3(1, 2, 3), turn: .quarter(SIMD3(0, 0, 1)))),
      ModelNode(
        parent: 0, transform: .parts(SIMD3(9, 9, 9), scale: SIMD3(1, -5, 1)), mesh: 0, skin: 0),
      ModelNode(name: "joint", parent: 0),
    ]
    let skin = ModelSkin(joints: [0, 2], inverseBinds: [inverse, inverse])
    let model = Model(nodes, [primitive], skins: [skin])
    let rest = model.posed(ModelMoment())
    #expect(distance(rest.positions[0], SIMD3(0.5, 0.25, 1)) < 1e-6)
    #expect(distance(rest.normals[0], SIMD3(0.6, 0, 0.8)) < 1e-6)
    #expect(rest.areReversed == [false])
    // One of two joints goes 2 along its parent's x, which is y of the model.
    let moved = model.posed([(.translation(node: "joint", .x), 2)])
    #expect(distance(moved.positions[0], SIMD3(0.5, 1.25, 1)) < 1e-6)
  }
}
