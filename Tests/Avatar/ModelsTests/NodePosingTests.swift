import Models
import Testing

/// How nodes move what they have.
@Suite struct NodePosingTests {
  @Test func `nested nodes, one of them mirrored, move points and normals`() {
    let model = Model(
      [
        ModelNode(
          children: [1],
          transform: .parts(
            SIMD3(1, 2, 3), turn: .quarter(SIMD3(0, 0, 1)), scale: SIMD3(2, 1, 1))),
        ModelNode(
          name: "b", parent: 0, transform: .parts(SIMD3(1, 0, 0), scale: SIMD3(-1, 1, 1)), mesh: 0),
      ], [.point(SIMD3(1, 2, 3), normal: SIMD3(1, 0, 0))])
    let posed = model.posed(ModelMoment())
    // (1, 2, 3) -> (0, 2, 3) in the parent, x twice as long -> (0, 2, 3), turned -> (-2, 0, 3).
    #expect(distance(posed.positions[0], SIMD3(-1, 2, 6)) < 1e-6)
    #expect(distance(posed.normals[0], SIMD3(0, -1, 0)) < 1e-6)
    #expect(posed.areReversed == [true])
    #expect(posed.origins.map(\.name) == ["0", "b"])
    let origin = posed.origins[1].place
    #expect(abs(origin.x - 1) + abs(origin.y - 4) + abs(origin.z - 3) < 1e-14)
  }

  /// What is square to a surface stays so, whatever the matrix.
  @Test func `normals stay square to tangents`() {
    let skewed = ModelMatrix(
      SIMD4(1, 0.5, -0.3, 0), SIMD4(0.2, -2, 0.7, 0), SIMD4(0.4, 0.1, 0.6, 0),
      SIMD4(5, 6, 7, 1))
    var primitive = ModelPrimitive.point(.zero, normal: SIMD3(0.6, 0.8, 0))
    primitive.tangents = Array(repeating: SIMD4(0.8, -0.6, 0, -1), count: 3)
    primitive.joints = Array(repeating: SIMD4(0, 1, 0, 0), count: 3)
    primitive.jointWeights = Array(repeating: SIMD4(0.25, 0.75, 0, 0), count: 3)
    let nodes = [
      ModelNode(children: [1], transform: .matrix(skewed), mesh: 0),
      ModelNode(parent: 0, transform: .parts(scale: SIMD3(1, 3, -2))),
    ]
    var skinned = nodes
    skinned[0].skin = 0
    for (nodes, isSkinned) in [(nodes, false), (skinned, true)] {
      let posed = Model(nodes, [primitive], skins: [ModelSkin(joints: [0, 1])])
        .posed(ModelMoment())
      let (normal, tangent) = (posed.normals[0], posed.tangents[0])
      let product = (normal * SIMD3(tangent.x, tangent.y, tangent.z)).sum()
      #expect(abs(product) < 1e-6)
      #expect(abs((normal * normal).sum() - 1) < 1e-6)
      #expect(abs((tangent * tangent).sum() - 2) < 1e-6 && tangent.w == -1)
      // The node mirrors; what joints move keeps its front.
      #expect(posed.areReversed == [!isSkinned])
    }
  }

  /// The axis, degrees, and what becomes of a vector.
  @Test(arguments: [
    (ModelChange.Axis.x, SIMD3<Float>(0, 0, 1), SIMD3<Float>(0, -1, 0)),
    (.y, SIMD3(0, 0, 1), SIMD3(1, 0, 0)), (.z, SIMD3(1, 0, 0), SIMD3(0, -1, 0)),
  ])
  func `a drive turns a node`(
    axis: ModelChange.Axis, vector: SIMD3<Float>, expected: SIMD3<Float>
  ) {
    let model = Model([ModelNode(name: "a", mesh: 0)], [.point(vector)])
    let posed = model.posed([(.rotation(node: "a", axis), 60), (.rotation(node: "a", axis), 30)])
    #expect(distance(posed.positions[0], expected) < 1e-6)
  }

  @Test func `a drive turns about x, y and z in turn, and then comes the node's own rotation`() {
    let own = ModelNode(
      name: "a", transform: .parts(SIMD3(1, 0, 0), turn: .quarter(SIMD3(0, 0, 1))), mesh: 0)
    let model = Model([own], [.point(SIMD3(0, 1, 0))])
    // y to z, which the node's own turn about z leaves; it would take y to -x first.
    let nodded = model.posed([(.rotation(node: "a", .x), 90)])
    #expect(distance(nodded.positions[0], SIMD3(1, 0, 1)) < 1e-6)
    // y to z about x, to x about y, to -y about z; and to x by the node's own.
    let all = model.posed(
      ModelChange.Axis.allCases.reversed().map { (.rotation(node: "a", $0), 90) })
    #expect(distance(all.positions[0], SIMD3(2, 0, 0)) < 1e-6)
  }

  @Test func `drives add to a translation and multiply a scale`() {
    let node = ModelNode(
      name: "a", transform: .parts(SIMD3(1, 2, 3), scale: SIMD3(2, 3, 4)), mesh: 0)
    let model = Model([node], [.point(SIMD3(1, 1, 1))])
    let posed = model.posed([
      (.translation(node: "a", .y), 0.5), (.scale(node: "a"), 2), (.scale(node: "a"), 3),
      (.scale(node: "b"), 7),
    ])
    #expect(posed.positions[0] == SIMD3(13, 20.5, 27))
  }

  @Test func `a primitive without normals is flat, its front where its corners run anticlockwise`()
  {
    var primitive = ModelPrimitive([
      SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1),
    ])
    primitive.triangles = [SIMD3(0, 1, 2), SIMD3(0, 2, 3)]
    var target = ModelTarget()
    target.positions = [.zero, .zero, SIMD3(0, -1, 1), .zero]
    primitive.targets = [target]
    for scale in [1.0, -1] {
      let node = ModelNode(
        transform: .parts(scale: SIMD3(1, 1, scale)), mesh: 0, weights: [0])
      let model = Model([node], [primitive], names: ["fold"])
      #expect(model.geometry.triangles == [SIMD3(0, 1, 2), SIMD3(3, 4, 5)])
      let rest = model.posed(ModelMoment())
      let (front, side) = (SIMD3<Float>(0, 0, Float(scale)), SIMD3<Float>(1, 0, 0))
      #expect(rest.normals == [front, front, front, side, side, side])
      let folded = model.posed([(.morph("fold"), 1)])
      #expect(folded.normals.prefix(3).allSatisfy { $0 == SIMD3(0, -1, 0) })
    }
  }
}
