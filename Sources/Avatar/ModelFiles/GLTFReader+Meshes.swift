internal import Models

extension GLTFReader {
  func meshes(materials: Int) throws(ModelFault) -> [ModelMesh] {
    try root.list("meshes").map { (value) throws(ModelFault) in
      let primitives = try value.required("primitives").elements
      guard let first = primitives.first else { throw value.fault("it has no primitives") }
      let targets = try first.list("targets").count
      try checkLimit("morph targets", targets, limits.morphTargets, at: value)
      var mesh = ModelMesh()
      mesh.weights =
        try value["weights"]?.numbers(targets) ?? [Double](repeating: 0, count: targets)
      mesh.targetNames = names(of: value, targets)
      for primitive in primitives {
        let own = try primitive.list("targets").count
        guard own == targets else {
          throw primitive.fault(
            "\(own) morph targets found, \(targets) expected as the first primitive has")
        }
        if let read = try self.primitive(primitive, materials) { mesh.primitives.append(read) }
      }
      return mesh
    }
  }

  /// The names of morph targets, which are not a part of glTF's own and may be anything.
  private func names(of mesh: GLTFValue, _ count: Int) -> [String?] {
    let names = try? mesh["extras"]?["targetNames"]?.elements
    return (0..<count).map { number in
      guard let names, names.indices.contains(number) else { return nil }
      return try? names[number].text
    }
  }

  /// The triangles of a primitive; nil where it has none.
  private func primitive(
    _ value: GLTFValue, _ materials: Int
  ) throws(ModelFault) -> ModelPrimitive? {
    let mode = try value["mode"]?.integer(in: 0...6) ?? 4
    guard mode >= 4 else {
      notes.append(.notTriangles(path: value.path, found: mode == 0 ? "points" : "lines"))
      return nil
    }
    let attributes = try value.required("attributes")
    guard let position = try attributes["POSITION"] else { return nil }
    let indices = try value["indices"].map { (indices) throws(ModelFault) in
      try GLTFAccessor(
        indices, of: accessors, types: ["SCALAR"], components: GLTFAccessor.whole)
    }
    let positions = try GLTFAccessor(
      position, of: accessors, types: ["VEC3"], components: GLTFAccessor.real)
    let corners = indices?.count ?? positions.count
    let declared = mode == 4 ? corners / 3 : max(0, corners - 2)
    try checkLimit("triangles", triangles + declared, limits.triangles, at: value)
    let draco = try value.extension(DracoMesh.extensionName).map { (packed) throws(ModelFault) in
      try DracoMesh(packed, buffers, triangles: limits.triangles - triangles)
    }
    let source = GLTFVertices(
      reader: self, attributes: attributes, draco: draco,
      count: draco?.vertexCount ?? positions.count)
    var primitive = try source.primitive()
    primitive.material = try value["material"]?.reference(to: "material", of: materials)
    let numbers: [UInt32]
    if let draco {
      numbers = draco.indices
    } else if let indices {
      numbers = try indices.wholes(buffers)
    } else {
      numbers = (0..<UInt32(source.count)).map { $0 }
    }
    if let place = numbers.firstIndex(where: { $0 >= source.count }) {
      throw (indices?.user ?? value).fault(
        .indexBeyondVertices(
          index: Int(numbers[place]), place: place, vertices: source.count))
    }
    // Draco unpacks strips too.
    primitive.triangles = Self.triangles(of: numbers, mode: draco == nil ? mode : 4)
    triangles += primitive.triangles.count
    for target in try value.list("targets") {
      primitive.targets.append(
        try GLTFVertices(reader: self, attributes: target, draco: nil, count: source.count)
          .target())
    }
    return primitive
  }

  /// The corners of triangles, of which every second one of a strip is turned round.
  private static func triangles(of numbers: [UInt32], mode: Int) -> [SIMD3<Int32>] {
    let corners = numbers.map { Int32(truncatingIfNeeded: $0) }
    guard corners.count >= 3 else { return [] }
    switch mode {
    case 4:
      return (0..<(corners.count / 3)).map {
        SIMD3(corners[3 * $0], corners[3 * $0 + 1], corners[3 * $0 + 2])
      }
    case 5:
      return (0..<(corners.count - 2)).map {
        SIMD3(corners[$0], corners[$0 + 1 + $0 % 2], corners[$0 + 2 - $0 % 2])
      }
    default:
      return (0..<(corners.count - 2)).map { SIMD3(corners[$0 + 1], corners[$0 + 2], corners[0]) }
    }
  }
}
