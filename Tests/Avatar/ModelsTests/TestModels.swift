import Models

extension ModelNode.Transform {
  /// Parts; those left out do nothing.
  static func parts(
    _ translation: SIMD3<Double> = .zero, turn: SIMD4<Double> = SIMD4(0, 0, 0, 1),
    scale: SIMD3<Double> = SIMD3(repeating: 1)
  ) -> Self {
    .parts(translation: translation, rotation: turn, scale: scale)
  }
}

extension SIMD4<Double> {
  /// A quarter turn about an axis.
  static func quarter(_ axis: SIMD3<Double>) -> Self { SIMD4(axis, 1) * 0.5.squareRoot() }
}

extension ModelPrimitive {
  /// One triangle.
  init(_ positions: [SIMD3<Float>], normals: [SIMD3<Float>] = []) {
    self.init()
    (self.positions, self.normals) = (positions, normals)
    triangles = [SIMD3(0, 1, 2)]
  }

  /// A triangle whose first vertex is one point, with a normal.
  static func point(_ point: SIMD3<Float>, normal: SIMD3<Float> = SIMD3(0, 0, 1)) -> Self {
    Self(
      [point, point + SIMD3(1, 0, 0), point + SIMD3(0, 1, 0)],
      normals: [normal, normal, normal])
  }
}

extension Model {
  /// A model whose first node is the root of all.
  convenience init(
    _ nodes: [ModelNode], _ primitives: [ModelPrimitive] = [.point(.zero)],
    weights: [Double] = [], names: [String?] = [], skins: [ModelSkin] = [],
    animations: [ModelAnimation] = []
  ) {
    let mesh = ModelMesh(primitives: primitives, weights: weights, targetNames: names)
    self.init(
      ModelTree(nodes: nodes, roots: [0], meshes: [mesh], skins: skins, animations: animations),
      digest: "a")
  }

  func posed(_ changes: [(ModelChange.Target, Double)]) -> PosedModel {
    var moment = ModelMoment()
    moment.changes = changes.map { ModelChange(target: $0, value: $1) }
    return posed(moment)
  }

  func posed(at seconds: Double) -> PosedModel {
    var moment = ModelMoment()
    (moment.animation, moment.seconds) = (0, seconds)
    return posed(moment)
  }
}

extension ModelAnimation {
  /// One channel of the first node.
  init(
    _ path: Path, _ interpolation: Interpolation, _ times: [Double], _ values: [Float]
  ) {
    self.init(
      samplers: [Sampler(times: times, values: values, interpolation: interpolation)],
      channels: [Channel(node: 0, path: path, sampler: 0)])
  }
}

func distance(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float {
  ((a - b) * (a - b)).sum().squareRoot()
}
