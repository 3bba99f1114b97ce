/// A primitive made ready to be posed: with three vertices of its own for each triangle where it is drawn flat.
struct ModelPart: Sendable {
  /// What a morph target adds to one of the lists, without what it leaves as it is.
  struct Offsets: Sendable {
    var vertices: [Int32] = []
    var values: [SIMD3<Float>] = []

    init(_ list: [SIMD3<Float>]) {
      for (index, value) in list.enumerated() where value != .zero {
        vertices.append(Int32(truncatingIfNeeded: index))
        values.append(value)
      }
    }

    func add(times weight: Float, to list: inout [SIMD3<Float>]) {
      var sums = list.mutableSpan
      for index in vertices.indices { sums[Int(vertices[index])] += values[index] * weight }
    }
  }

  let positions: [SIMD3<Float>]
  /// Empty where it is drawn flat.
  let normals: [SIMD3<Float>]
  /// Empty where it has none.
  let tangents: [SIMD4<Float>]
  /// Empty where it has none.
  let joints: [SIMD4<UInt16>]
  let jointWeights: [SIMD4<Float>]
  let triangles: [SIMD3<Int32>]
  let targets: [(positions: Offsets, normals: Offsets, tangents: Offsets)]
  let coordinates: [SIMD4<Float>]
  let colours: [SIMD4<Float>]
  let material: Int?

  init(_ primitive: ModelPrimitive) {
    let count = primitive.positions.count
    let all = primitive.triangles.filter { triangle in
      (0..<3).allSatisfy { triangle[$0] >= 0 && Int(triangle[$0]) < count }
    }
    let isFlat = primitive.normals.count != count
    // A file can have far more vertices than its triangles use.
    let isSplit = isFlat || count > 3 * all.count
    let corners = isSplit ? all.flatMap { [Int($0.x), Int($0.y), Int($0.z)] } : []
    func taken<Element>(_ list: [Element]) -> [Element] {
      guard list.count == count else { return [] }
      return isSplit ? corners.map { list[$0] } : list
    }
    positions = taken(primitive.positions)
    normals = isFlat ? [] : taken(primitive.normals)
    tangents = isFlat ? [] : taken(primitive.tangents)
    let hasJoints = primitive.joints.count == count && primitive.jointWeights.count == count
    joints = hasJoints ? taken(primitive.joints) : []
    jointWeights = hasJoints ? taken(primitive.jointWeights) : []
    triangles =
      isSplit
      ? all.indices.map { index in
        let first = Int32(truncatingIfNeeded: 3 * index)
        return SIMD3(first, first + 1, first + 2)
      } : all
    targets = primitive.targets.map { target in
      (
        Offsets(taken(target.positions)), Offsets(isFlat ? [] : taken(target.normals)),
        Offsets(isFlat ? [] : taken(target.tangents))
      )
    }
    let (first, second) = (taken(primitive.coordinates.0), taken(primitive.coordinates.1))
    coordinates = positions.indices.map { index in
      let (one, two) = (
        first.isEmpty ? .zero : first[index], second.isEmpty ? .zero : second[index]
      )
      return SIMD4(one.x, one.y, two.x, two.y)
    }
    let colours = taken(primitive.colours)
    self.colours =
      colours.isEmpty ? Array(repeating: SIMD4(repeating: 1), count: positions.count) : colours
    material = primitive.material
  }

  /// How many joints a skin needs for it.
  var jointCount: Int { joints.map { Int($0.max()) + 1 }.max() ?? 0 }
}
