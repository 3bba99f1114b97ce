extension ModelPart {
  /// What moves its vertices.
  enum Motion: Equatable, Sendable {
    /// The node's matrix.
    case node(ModelMatrix)
    /// A matrix for each joint.
    case joints([ModelMatrix])
  }

  /// Writes its vertices at a moment, after morph targets and then what moves them.
  ///
  /// - Parameters:
  ///   - weights: of the morph targets.
  ///   - first: the number of its first vertex in the posed model.
  func pose(
    _ weights: [Float], by motion: Motion, into posed: inout PosedModel, first: Int
  ) {
    var (positions, normals, tangents) = (positions, normals, tangents)
    for (target, weight) in zip(targets, weights) where weight != 0 {
      target.positions.add(times: weight, to: &positions)
      target.normals.add(times: weight, to: &normals)
      guard !tangents.isEmpty else { continue }
      for (vertex, value) in zip(target.tangents.vertices, target.tangents.values) {
        tangents[Int(vertex)] += SIMD4(value * weight, 0)
      }
    }
    let shape = PartShape(positions: positions, normals: normals, tangents: tangents, first: first)
    switch motion {
    case .node(let matrix):
      let (move, turn) = (PartMatrix(matrix), PartMatrix(normals: matrix))
      shape.write(&posed.positions, &posed.normals, &posed.tangents) { _ in (move, turn) }
    case .joints(let matrices):
      let moves = matrices.map { PartMatrix($0) }
      shape.write(&posed.positions, &posed.normals, &posed.tangents) { index in
        let (joints, weights) = (joints[index], jointWeights[index])
        var move = moves[Int(joints.x)] * weights.x
        move += moves[Int(joints.y)] * weights.y
        move += moves[Int(joints.z)] * weights.z
        move += moves[Int(joints.w)] * weights.w
        return (move, move.normals)
      }
    }
    guard normals.isEmpty else { return }
    var reversed: Double = 1
    if case .node(let matrix) = motion, matrix.determinant < 0 { reversed = -1 }
    for triangle in triangles {
      posed.flatten(triangle &+ Int32(truncatingIfNeeded: first), reversed)
    }
  }
}

extension PosedModel {
  /// The model in another space.
  package func moved(by matrix: ModelMatrix) -> PosedModel {
    var moved = self
    let shape = PartShape(positions: positions, normals: normals, tangents: tangents, first: 0)
    let (move, turn) = (PartMatrix(matrix), PartMatrix(normals: matrix))
    shape.write(&moved.positions, &moved.normals, &moved.tangents) { _ in (move, turn) }
    if matrix.determinant < 0 { moved.areReversed = areReversed.map { !$0 } }
    moved.origins = origins.map {
      Origin(name: $0.name, place: (matrix * SIMD4($0.place, 1)).xyz)
    }
    return moved
  }

  /// Makes a triangle of three vertices of its own flat.
  ///
  /// - Parameter side: -1 where its corners run clockwise seen from the front.
  fileprivate mutating func flatten(_ triangle: SIMD3<Int32>, _ side: Double) {
    let (a, b, c) = (Int(triangle.x), Int(triangle.y), Int(triangle.z))
    let corner = SIMD3<Double>(positions[a])
    let normal =
      cross(SIMD3<Double>(positions[b]) - corner, SIMD3<Double>(positions[c]) - corner) * side
    let unit = SIMD3<Float>(normal.unit ?? SIMD3(0, 0, 1))
    (normals[a], normals[b], normals[c]) = (unit, unit, unit)
  }
}

/// The vertices of a part before they are moved.
private struct PartShape {
  var positions: [SIMD3<Float>]
  var normals: [SIMD3<Float>]
  var tangents: [SIMD4<Float>]
  var first: Int

  /// Moves them.
  ///
  /// - Parameter matrices: what moves a vertex, and what turns its normal.
  @inline(__always)
  func write(
    _ positions: inout [SIMD3<Float>], _ normals: inout [SIMD3<Float>],
    _ tangents: inout [SIMD4<Float>],
    by matrices: (Int) -> (move: PartMatrix, turn: PartMatrix)
  ) {
    var places = positions.mutableSpan
    var directions = normals.mutableSpan
    var sides = tangents.mutableSpan
    let (hasNormals, hasTangents) = (!self.normals.isEmpty, !self.tangents.isEmpty)
    for index in self.positions.indices {
      let (move, turn) = matrices(index)
      places[first + index] = move.turned(self.positions[index]) + move.origin
      guard hasNormals else { continue }
      directions[first + index] = turn.turned(self.normals[index]).unit ?? SIMD3(0, 0, 1)
      guard hasTangents else { continue }
      let tangent = self.tangents[index]
      sides[first + index] =
        move.turned(tangent.xyz).unit.map { SIMD4($0, tangent.w < 0 ? -1 : 1) } ?? .zero
    }
  }
}

/// What moves a vertex, by its columns.
private struct PartMatrix {
  var x, y, z, origin: SIMD3<Float>

  init(_ matrix: ModelMatrix) {
    let columns = matrix.columns
    (x, y) = (SIMD3<Float>(columns.0.xyz), SIMD3<Float>(columns.1.xyz))
    (z, origin) = (SIMD3<Float>(columns.2.xyz), SIMD3<Float>(columns.3.xyz))
  }

  init(normals matrix: ModelMatrix) {
    let columns = matrix.normals
    self.init(
      x: SIMD3<Float>(columns.0), y: SIMD3<Float>(columns.1), z: SIMD3<Float>(columns.2),
      origin: .zero)
  }

  private init(x: SIMD3<Float>, y: SIMD3<Float>, z: SIMD3<Float>, origin: SIMD3<Float>) {
    (self.x, self.y, self.z, self.origin) = (x, y, z, origin)
  }

  /// The inverse transpose, times a positive number.
  var normals: PartMatrix {
    let first = cross(y, z)
    let sign: Float = dot(x, first) < 0 ? -1 : 1
    return PartMatrix(
      x: first * sign, y: cross(z, x) * sign, z: cross(x, y) * sign, origin: .zero)
  }

  func turned(_ vector: SIMD3<Float>) -> SIMD3<Float> {
    x * vector.x + y * vector.y + z * vector.z
  }

  static func * (matrix: PartMatrix, weight: Float) -> PartMatrix {
    PartMatrix(
      x: matrix.x * weight, y: matrix.y * weight, z: matrix.z * weight,
      origin: matrix.origin * weight)
  }

  static func += (sum: inout PartMatrix, matrix: PartMatrix) {
    sum.x += matrix.x
    sum.y += matrix.y
    sum.z += matrix.z
    sum.origin += matrix.origin
  }
}
