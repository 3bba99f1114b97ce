import Models
import Testing

/// Trees that no exporter writes, and the order of requests.
@Suite struct ModelRobustnessTests {
  @Test func `a pose depends on its moment alone, bit by bit`() {
    var flat = ModelPrimitive([SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 0.5)])
    var target = ModelTarget()
    target.positions = [SIMD3(0.1, 0.2, 0.3), .zero, .zero]
    flat.targets = [target]
    func model() -> Model {
      Model(
        [
          ModelNode(name: "a", children: [1], mesh: 0),
          ModelNode(name: "b", parent: 0, transform: .parts(scale: SIMD3(1, -1, 1)), mesh: 0),
        ], [flat, .point(SIMD3(1, -0.0, 0))], weights: [0], names: ["m"])
    }
    let changes: [[(ModelChange.Target, Double)]] = [
      [], [(.rotation(node: "b", .x), 180)], [(.scale(node: "a"), -1)], [(.scale(node: "a"), 0)],
      [(.morph("m"), 0.7)], [(.morph("m"), -0.0)], [(.translation(node: "a", .z), -0.0)],
    ]
    func bits(_ posed: PosedModel) -> [UInt32] {
      (posed.positions + posed.normals).flatMap {
        [$0.x.bitPattern, $0.y.bitPattern, $0.z.bitPattern]
      } + posed.areReversed.map { $0 ? 1 : 0 }
    }
    let used = model()
    for change in changes + changes.reversed() + (0..<20).map({ changes[$0 * $0 % 7] }) {
      #expect(bits(used.posed(change)) == bits(model().posed(change)))
    }
  }

  @Test func `what has no size has normals, and what is too large does not trap`() {
    let flat = ModelPrimitive([.zero, .zero, .zero])
    let huge = ModelPrimitive([
      SIMD3(3e38, -3e38, 3e38), SIMD3(-3e38, 3e38, 3e38), SIMD3(3e38, 3e38, -3e38),
    ])
    let model = Model(
      [ModelNode(name: "a", mesh: 0)], [flat, .point(SIMD3(1, 2, 3)), huge],
      animations: [ModelAnimation(.translation, .linear, [0, 1e300], [3e38, 0, 0, -3e38, 0, 0])])
    let rest = model.posed(ModelMoment())
    #expect(rest.normals.prefix(6).allSatisfy { $0 == SIMD3(0, 0, 1) })
    #expect(rest.normals.allSatisfy { abs(($0 * $0).sum() - 1) < 1e-5 })
    let values = [0, 1e38, -1e308, .infinity, -.infinity, .nan]
    for value in values {
      let targets: [ModelChange.Target] = [
        .scale(node: "a"), .rotation(node: "a", .y), .translation(node: "a", .z), .morph("m"),
      ]
      for target in targets {
        let posed = model.posed([(target, value)])
        #expect(posed.normals.allSatisfy { abs(($0 * $0).sum() - 1) < 1e-5 })
      }
      _ = model.posed(at: value)
    }
  }

  @Test func `numbers that lead nowhere are left out`() {
    var primitive = ModelPrimitive.point(.zero)
    primitive.triangles += [SIMD3(0, 1, 3), SIMD3(-1, 0, 1), SIMD3(Int32.max, 0, 1)]
    primitive.material = 9
    primitive.joints = Array(repeating: SIMD4(repeating: 65535), count: 3)
    primitive.jointWeights = Array(repeating: SIMD4(1, 0, 0, 0), count: 3)
    primitive.targets = [ModelTarget()]
    let nodes = [
      ModelNode(children: [1, 7, 0, -1], mesh: 0, skin: 0, weights: [1, 2, 3]),
      ModelNode(parent: 0, children: [0], mesh: 5, skin: -3),
    ]
    let animation = ModelAnimation(
      samplers: [
        .init(times: [], values: [], interpolation: .linear),
        .init(times: [0, 1], values: [1], interpolation: .cubicSpline),
      ],
      channels: [
        .init(node: 0, path: .weights, sampler: 0), .init(node: 9, path: .scale, sampler: 1),
        .init(node: 0, path: .rotation, sampler: 1), .init(node: 0, path: .scale, sampler: 4),
      ])
    let model = Model(
      [nodes[0], nodes[1]], [primitive], weights: [0], names: ["m", "n", "o", "p"],
      skins: [ModelSkin(joints: [44])], animations: [animation])
    #expect(model.geometry.triangles == [SIMD3(0, 1, 2)])
    #expect(model.geometry.materialNumbers == [0] && model.geometry.materials.count == 1)
    let posed = model.posed(at: 0.5)
    #expect(posed.positions[0] == .zero && posed.origins.count == 2)
    #expect(model.posed([(.morph("p"), 1)]).positions == posed.positions)
  }
}
