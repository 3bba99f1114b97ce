internal import Models

/// The attributes of a primitive, or of one of its morph targets.
struct GLTFVertices {
  let reader: GLTFReader
  let attributes: GLTFValue
  let draco: DracoMesh?
  /// How many vertices each has.
  let count: Int

  func primitive() throws(ModelFault) -> ModelPrimitive {
    var primitive = ModelPrimitive()
    primitive.positions = try vectors("POSITION")
    primitive.normals = try vectors("NORMAL")
    if let (numbers, _) = try numbers("TANGENT", ["VEC4"]) {
      primitive.tangents = each(4, of: numbers) { n, i in
        SIMD4(n[i], n[i + 1], n[i + 2], n[i + 3] < 0 ? -1 : 1)
      }
    }
    primitive.coordinates = (try coordinates("TEXCOORD_0"), try coordinates("TEXCOORD_1"))
    if let (numbers, width) = try numbers("COLOR_0", ["VEC3", "VEC4"]) {
      primitive.colours = each(width, of: numbers) { n, i in
        SIMD4(n[i], n[i + 1], n[i + 2], width == 4 ? n[i + 3] : 1)
      }
    }
    try readJoints(into: &primitive)
    return primitive
  }

  func target() throws(ModelFault) -> ModelTarget {
    var target = ModelTarget()
    target.positions = try vectors("POSITION")
    target.normals = try vectors("NORMAL")
    target.tangents = try vectors("TANGENT")
    return target
  }

  private func numbers(
    _ name: String, _ types: [String], _ components: [GLTFAccessor.Component] = GLTFAccessor.real
  ) throws(ModelFault) -> (numbers: [Float], width: Int)? {
    guard let reference = try attributes[name] else { return nil }
    let accessor = try GLTFAccessor(
      reference, of: reader.accessors, types: types, components: components)
    if let raw = try draco?.numbers(name, accessor, reader.buffers) {
      return (try accessor.finished(raw), accessor.width)
    }
    guard accessor.count == count else {
      throw reference.fault(
        "accessor \(accessor.number) has \(accessor.count) elements, \(count) expected, one for"
          + " each vertex")
    }
    return (try accessor.reals(reader.buffers), accessor.width)
  }

  private func each<Vector>(
    _ width: Int, of numbers: [Float], _ vector: ([Float], Int) -> Vector
  ) -> [Vector] {
    stride(from: 0, to: numbers.count, by: width).map { vector(numbers, $0) }
  }

  private func vectors(_ name: String) throws(ModelFault) -> [SIMD3<Float>] {
    guard let (numbers, _) = try numbers(name, ["VEC3"]) else { return [] }
    return each(3, of: numbers) { n, i in SIMD3(n[i], n[i + 1], n[i + 2]) }
  }

  private func coordinates(_ name: String) throws(ModelFault) -> [SIMD2<Float>] {
    guard let (numbers, _) = try numbers(name, ["VEC2"]) else { return [] }
    return each(2, of: numbers) { n, i in SIMD2(n[i], n[i + 1]) }
  }

  private func readJoints(into primitive: inout ModelPrimitive) throws(ModelFault) {
    let whole: [GLTFAccessor.Component] = [.unsignedByte, .unsignedShort]
    guard let (joints, _) = try numbers("JOINTS_0", ["VEC4"], whole) else { return }
    guard let (weights, _) = try numbers("WEIGHTS_0", ["VEC4"]) else {
      throw attributes.fault("JOINTS_0 without WEIGHTS_0; export the model again")
    }
    primitive.joints = each(4, of: joints) { n, i in
      SIMD4<UInt16>(
        truncatingIfNeeded: SIMD4<Int32>(
          SIMD4(n[i], n[i + 1], n[i + 2], n[i + 3]).clamped(
            lowerBound: .zero, upperBound: SIMD4(repeating: 65535))))
    }
    primitive.jointWeights = each(4, of: weights) { n, i in
      let weights = SIMD4(n[i], n[i + 1], n[i + 2], n[i + 3]).clamped(
        lowerBound: .zero, upperBound: SIMD4(repeating: 1e6))
      let sum = weights.sum()
      // What no joint is said to move is moved by the first one.
      return sum > 0 ? weights / sum : SIMD4(1, 0, 0, 0)
    }
  }
}
