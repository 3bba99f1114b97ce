package import Geometry
package import Models

/// A model as it lies in the frame before its flip.
package struct PlacedModel: Sendable {
  /// Where a node has its origin.
  package struct Origin: Sendable {
    package var name: String
    /// In the frame before its flip.
    package var place: Point2<OutputSpace>
    package var depth: Double
  }

  package let geometry: ModelGeometry
  /// Where its vertices lie, in pixels.
  package private(set) var places: [SIMD2<Float>]
  /// As those of `SurfaceMesh`.
  package private(set) var depths: [Float]
  /// In centimetres and the scene's axes (x right, y up, z to the camera), about the camera; by landmarks about the anchor.
  package let positions: [SIMD3<Float>]
  /// In those axes, of length 1.
  package let normals: [SIMD3<Float>]
  /// In those axes, of length 1 with the bitangent's side; zero where there is none.
  package let tangents: [SIMD4<Float>]
  /// The triangles that are seen from their front, and from their back where that is drawn too.
  package private(set) var drawn: [(triangle: Int32, isBack: Bool)] = []
  /// Whether what is between vertices lies as a camera sees it; otherwise evenly.
  package let isPerspective: Bool
  /// The box about its triangles; nil where it has none.
  package private(set) var box: Rectangle<OutputSpace>?
  package let origins: [Origin]

  /// The origins by their names in alphabetical order, each name once.
  package var namedOrigins: [Origin] {
    Dictionary(origins.map { ($0.name, $0) }) { first, _ in first }.values
      .sorted { $0.name < $1.name }
  }

  package init(
    _ posed: PosedModel, of geometry: ModelGeometry, through projection: ModelProjection
  ) {
    self.geometry = geometry
    let seen = posed.moved(by: projection.matrix)
    (positions, normals, tangents) = (seen.positions, seen.normals, seen.tangents)
    isPerspective = projection.plane == nil
    origins = seen.origins.compactMap { origin in
      let (place, depth) = projection(origin.place)
      guard Self.isInReach(place, depth), abs(place.x) <= Self.farthestOrigin,
        abs(place.y) <= Self.farthestOrigin,
        projection.plane != nil || depth >= PerspectiveCamera.nearPlane
      else { return nil }
      return Origin(name: origin.name, place: Point2(place.x, place.y), depth: depth)
    }
    places = []
    depths = []
    places.reserveCapacity(positions.count)
    depths.reserveCapacity(positions.count)
    var areSeen: [Bool] = []
    areSeen.reserveCapacity(positions.count)
    let nearest = isPerspective ? PerspectiveCamera.nearPlane : -Double.infinity
    for position in positions {
      let (place, depth) = projection(SIMD3<Double>(position))
      places.append(SIMD2<Float>(place))
      depths.append(Float(depth))
      areSeen.append(depth >= nearest && Self.isInReach(place, depth))
    }
    select(seen.areReversed, areSeen)
  }

  /// The farthest that an origin is told, in pixels, as readers of sidecars take it.
  private static let farthestOrigin = 1e6

  /// Whether it is a place; what overflows is none.
  private static func isInReach(_ place: SIMD2<Double>, _ depth: Double) -> Bool {
    abs(place.x) <= 1e9 && abs(place.y) <= 1e9 && abs(depth) <= 1e9
  }

  /// Finds the triangles that are drawn: of which all corners are seen.
  private mutating func select(_ areReversed: [Bool], _ areSeen: [Bool]) {
    let areDoubleSided = geometry.materials.map(\.isDoubleSided)
    var low = SIMD2<Float>(repeating: .infinity)
    var high = -low
    drawn.reserveCapacity(geometry.triangles.count)
    for (index, triangle) in geometry.triangles.enumerated() {
      let (i, j, k) = (Int(triangle.x), Int(triangle.y), Int(triangle.z))
      guard areSeen[i], areSeen[j], areSeen[k] else { continue }
      let (a, b, c) = (places[i], places[j], places[k])
      let (p, q) = (SIMD2<Double>(b) - SIMD2<Double>(a), SIMD2<Double>(c) - SIMD2<Double>(a))
      let area = p.x * q.y - p.y * q.x
      // What is anticlockwise has a negative area where y points down.
      let isBack = (area > 0) != areReversed[index]
      guard area != 0, !isBack || areDoubleSided[Int(geometry.materialNumbers[index])]
      else { continue }
      drawn.append((Int32(truncatingIfNeeded: index), isBack))
      low = pointwiseMin(low, pointwiseMin(a, pointwiseMin(b, c)))
      high = pointwiseMax(high, pointwiseMax(a, pointwiseMax(b, c)))
    }
    guard !drawn.isEmpty else { return }
    box = Rectangle(
      Point2(Double(low.x), Double(low.y)), Point2(Double(high.x), Double(high.y)))
  }
}
