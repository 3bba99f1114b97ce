internal import CKernels

/// A vertex of a shaded mesh with what is linear over the picture between vertices.
struct ShadedVertex: ReachedVertex {
  /// The largest number of a normal, a tangent or a place, of either sign.
  private static let most: Float = 0x1p30
  /// The farthest that texture coordinates reach: beyond, neighbouring numbers are as far apart as pictures.
  private static let farthest: Float = 0x1p22
  private static let brightest: Float = 255

  private var vertex: LinearVertex
  /// What the kernels' corners have.
  private var normal, view, coordinates, tangent, colour: SIMD4<Float>

  /// Takes a vertex; nil where one of its numbers is none or beyond the limits.
  init?(_ vertex: ShadedMesh.Vertex, isPerspective: Bool) {
    let place = PlacedMesh.Vertex(x: vertex.x, y: vertex.y, depth: vertex.depth)
    guard let linear = LinearVertex(place, margin: .zero, isPerspective: isPerspective) else {
      return nil
    }
    let weight = linear.weight
    let (normal, tangent) = (vertex.normal, vertex.tangent)
    let view = isPerspective ? vertex.position * weight : SIMD3(0, 0, -1)
    // Of what is no number comparisons fail.
    guard Self.isWithin(SIMD4(normal, 0)), Self.isWithin(SIMD4(view, 0)), Self.isWithin(tangent),
      vertex.coordinates == vertex.coordinates, vertex.colour == vertex.colour
    else { return nil }
    self.vertex = linear
    self.normal = SIMD4(normal, 0) * weight
    self.view = SIMD4(view, 0)
    self.tangent = tangent * weight
    coordinates =
      vertex.coordinates.clamped(
        lowerBound: SIMD4(repeating: -Self.farthest), upperBound: SIMD4(repeating: Self.farthest))
      * weight
    colour =
      vertex.colour.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: Self.brightest))
      * weight
  }

  private static func isWithin(_ numbers: SIMD4<Float>) -> Bool {
    let limit = SIMD4<Float>(repeating: most)
    return all(numbers .<= limit) && all(numbers .>= -limit)
  }

  var x: Float {
    get { vertex.x }
    set { vertex.x = newValue }
  }
  var y: Float {
    get { vertex.y }
    set { vertex.y = newValue }
  }

  /// The corner of the kernels, of a vertex that they reach, and what belongs to it.
  ///
  /// - Parameter origin: the drawing's upper left corner, in units.
  func corner(from origin: SIMD2<Int32>) -> (ck_mesh_corner, ck_shade_corner) {
    func numbers(_ of: SIMD4<Float>) -> (Float, Float, Float, Float) { (of.x, of.y, of.z, of.w) }
    return (
      vertex.corner(from: origin),
      ck_shade_corner(
        normal: numbers(normal), view: numbers(view), coordinates: numbers(coordinates),
        tangent: numbers(tangent), colour: numbers(colour))
    )
  }

  func moved(to other: ShadedVertex, by part: Float) -> ShadedVertex {
    var moved = self
    moved.vertex = vertex.moved(to: other.vertex, by: part)
    moved.normal += (other.normal - normal) * part
    moved.view += (other.view - view) * part
    moved.coordinates += (other.coordinates - coordinates) * part
    moved.tangent += (other.tangent - tangent) * part
    moved.colour += (other.colour - colour) * part
    return moved
  }
}
