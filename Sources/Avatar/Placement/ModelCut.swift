package import Models

/// A plane in a model's own space: `normal . p + offset` is above 0 on its inner side.
package struct ModelPlane: Sendable {
  package var normal: SIMD3<Double>
  package var offset: Double
  /// Whether a triangle that lies in it is on its inner side.
  package var isInside = true

  package init(normal: SIMD3<Double>, offset: Double) {
    (self.normal, self.offset) = (normal, offset)
  }

  /// The same plane with its other side as the inner one.
  package var reversed: ModelPlane {
    var plane = ModelPlane(normal: -normal, offset: -offset)
    plane.isInside = !isInside
    return plane
  }

  /// The plane in a space that a matrix leads from.
  package func before(_ matrix: ModelMatrix) -> ModelPlane {
    let columns = matrix.columns
    func along(_ column: SIMD4<Double>) -> Double { (normal * column.xyz).sum() }
    return ModelPlane(
      normal: SIMD3(along(columns.0), along(columns.1), along(columns.2)),
      offset: along(columns.3) + offset)
  }

  fileprivate func distance(_ place: SIMD3<Float>) -> Double {
    (normal * SIMD3<Double>(place)).sum() + offset
  }
}

/// The part of a model at a moment that lies in some regions; its cuts add vertices.
package struct ModelCut: Sendable {
  package private(set) var geometry: ModelGeometry
  package private(set) var posed: PosedModel

  /// Keeps of a model what lies in one of some regions, each the inner sides of planes.
  ///
  /// A triangle that lies in several is in several parts, in the order of the regions. What is linear on a triangle stays
  /// so: normals and tangents at cuts are not made unit.
  package init(_ posed: PosedModel, of geometry: ModelGeometry, within regions: [[ModelPlane]]) {
    (self.posed, self.geometry) = (posed, geometry)
    self.geometry.triangles = []
    self.geometry.materialNumbers = []
    self.posed.areReversed = []
    let distances = regions.map { region in
      region.map { plane in posed.positions.map(plane.distance) }
    }
    for (number, triangle) in geometry.triangles.enumerated() {
      for (region, distances) in zip(regions, distances) {
        // Most lie on one side of each plane.
        var (isWhole, isSeen) = (true, true)
        for far in distances {
          let (a, b, c) = (far[Int(triangle.x)], far[Int(triangle.y)], far[Int(triangle.z)])
          if !(a > 0 && b > 0 && c > 0) { isWhole = false }
          if a < 0, b < 0, c < 0 { isSeen = false }
        }
        guard isSeen else { continue }
        if isWhole {
          append(triangle, number, of: geometry, posed)
          continue
        }
        let polygon = region.reduce([triangle.x, triangle.y, triangle.z]) { inside($0, of: $1) }
        for second in polygon.indices.dropFirst().dropLast() {
          append(
            SIMD3(polygon[0], polygon[second], polygon[second + 1]), number, of: geometry, posed)
        }
      }
    }
    dropUnused()
  }

  /// Leaves out the vertices of no triangle, of which a small part of a model has many.
  private mutating func dropUnused() {
    var numbers = [Int32](repeating: -1, count: posed.positions.count)
    var kept: [Int] = []
    func number(_ vertex: Int32) -> Int32 {
      let vertex = Int(vertex)
      if numbers[vertex] < 0 {
        numbers[vertex] = Int32(clamping: kept.count)
        kept.append(vertex)
      }
      return numbers[vertex]
    }
    let triangles = geometry.triangles.map { SIMD3(number($0.x), number($0.y), number($0.z)) }
    geometry.triangles = triangles
    func used<Value>(_ values: [Value]) -> [Value] { kept.map { values[$0] } }
    posed.positions = used(posed.positions)
    posed.normals = used(posed.normals)
    posed.tangents = used(posed.tangents)
    geometry.coordinates = used(geometry.coordinates)
    geometry.colours = used(geometry.colours)
  }

  private mutating func append(
    _ triangle: SIMD3<Int32>, _ number: Int, of whole: ModelGeometry, _ posed: PosedModel
  ) {
    geometry.triangles.append(triangle)
    geometry.materialNumbers.append(whole.materialNumbers[number])
    self.posed.areReversed.append(posed.areReversed[number])
  }

  /// What of a convex polygon lies on the inner side of a plane.
  ///
  /// I. Sutherland and G. Hodgman, "Reentrant Polygon Clipping" (1974).
  private mutating func inside(_ polygon: [Int32], of plane: ModelPlane) -> [Int32] {
    let distances = polygon.map { plane.distance(posed.positions[Int($0)]) }
    // Of what is no number comparisons fail.
    let touches = distances.contains { $0 > 0 }
    if distances.allSatisfy({ $0 >= 0 }) { return touches || plane.isInside ? polygon : [] }
    guard touches else { return [] }
    var kept: [Int32] = []
    for (index, vertex) in polygon.enumerated() {
      let next = (index + 1) % polygon.count
      let (here, there) = (distances[index], distances[next])
      if here >= 0 { kept.append(vertex) }
      guard here.isFinite, there.isFinite, (here > 0 && there < 0) || (here < 0 && there > 0)
      else { continue }
      // From the same end for all that share the side, so that they have the same corner there.
      kept.append(
        isFirst(vertex, polygon[next])
          ? cut(vertex, polygon[next], at: here / (here - there))
          : cut(polygon[next], vertex, at: there / (there - here)))
    }
    return kept
  }

  /// An order of vertices by their places, since neighbours may have their own vertices at one place.
  private func isFirst(_ a: Int32, _ b: Int32) -> Bool {
    let (a, b) = (posed.positions[Int(a)], posed.positions[Int(b)])
    return (a.x, a.y, a.z) < (b.x, b.y, b.z)
  }

  /// Adds the vertex at a part of the way from one to another.
  private mutating func cut(_ a: Int32, _ b: Int32, at part: Double) -> Int32 {
    let (a, b, part) = (Int(a), Int(b), Float(part))
    func between<Value: SIMD<Float>>(_ values: [Value]) -> Value {
      values[a] + (values[b] - values[a]) * part
    }
    posed.positions.append(between(posed.positions))
    posed.normals.append(between(posed.normals))
    posed.tangents.append(between(posed.tangents))
    geometry.coordinates.append(between(geometry.coordinates))
    geometry.colours.append(between(geometry.colours))
    return Int32(clamping: posed.positions.count - 1)
  }
}
