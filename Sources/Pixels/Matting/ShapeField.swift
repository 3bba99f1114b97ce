internal import CMatting

/// How far within a shape the cells of a grid lie: above 0 inside, below 0 outside, in the shape's unit.
///
/// A shape is the union of capsules and polygons.
package struct ShapeField: Sendable {
  /// A bone: a line with a thickness that changes from one end to the other.
  package struct Capsule: Hashable, Sendable {
    /// The ends.
    package var from, to: SIMD2<Float>
    /// The radius at each end.
    package var fromRadius, toRadius: Float

    package init(
      _ from: SIMD2<Float>, _ to: SIMD2<Float>, radii: (from: Float, to: Float)
    ) {
      (self.from, self.to) = (from, to)
      (fromRadius, toRadius) = radii
    }
  }

  package let grid: MatteGrid
  /// The distances, row by row.
  package private(set) var distances: [Float]

  /// What cells far outside are given.
  private static let far: Float = -1e6
  /// How far outside a capsule the distances hold; beyond, cells may be told to lie farther out.
  package static let reach: Float = 20

  private let trusted: Float

  /// Makes the field of no shape.
  ///
  /// - Parameter reach: how far outside capsules the distances hold, in the shape's unit.
  package init(_ grid: MatteGrid, reach: Float = ShapeField.reach) {
    (self.grid, trusted) = (grid, reach)
    distances = [Float](repeating: Self.far, count: grid.count)
  }

  package mutating func add(_ capsule: Capsule) {
    var view = grid.view
    var bone = cm_capsule(
      ax: capsule.from.x, ay: capsule.from.y, bx: capsule.to.x, by: capsule.to.y,
      a_radius: capsule.fromRadius, b_radius: capsule.toRadius)
    unsafe cm_add_capsule(&view, &bone, trusted, &distances)
  }

  /// Adds a polygon, whose inside is told to be so deep everywhere; corners beyond the 16th are left
  /// out.
  package mutating func add(polygon: [SIMD2<Float>], depth: Float) {
    let corners = polygon.prefix(Int(CM_CORNERS)).flatMap { [$0.x, $0.y] }
    guard corners.count >= 6 else { return }
    var view = grid.view
    unsafe cm_add_polygon(&view, corners, Int32(corners.count / 2), depth, &distances)
  }
}
