/// Numbers of four components at the nodes of a grid, stretched over the unit square and interpolated between:
/// the factors by which light multiplies red, green and blue, or how much of a place is white.
package struct FieldGrid: Sendable {
  /// Nodes in a row, and rows; at least 1.
  package let columns, rows: Int
  /// The nodes, row by row from the upper left corner.
  package let nodes: [SIMD4<Float>]
  /// Whether nodes lie at the middles of cells; otherwise the outer ones lie on the square's edges.
  private let isOfCells: Bool

  /// Makes a grid; nil where the number of nodes is another one, or 0.
  package init?(columns: Int, rows: Int, nodes: [SIMD4<Float>], ofCells isOfCells: Bool = false) {
    guard columns > 0, rows > 0, nodes.count == columns * rows else { return nil }
    (self.columns, self.rows, self.nodes, self.isOfCells) = (columns, rows, nodes, isOfCells)
  }

  /// The number at a place; beyond the nodes that of the nearest place between them.
  @inline(__always)
  package func value(_ u: Float, _ v: Float) -> SIMD4<Float> {
    func place(_ part: Float, _ count: Int) -> (Int, Float) {
      let at = isOfCells ? part * Float(count) - 0.5 : part * Float(count - 1)
      // Of what is no number the first comparison fails.
      let kept = at > 0 ? min(at, Float(count - 1)) : 0
      let low = min(Int(kept), max(count - 2, 0))
      return (low, kept - Float(low))
    }
    let (x, right) = place(u, columns)
    let (y, down) = place(v, rows)
    let (next, below) = (columns > 1 ? 1 : 0, rows > 1 ? columns : 0)
    let at = y * columns + x
    let top = nodes[at] + (nodes[at + next] - nodes[at]) * right
    let bottom = nodes[at + below] + (nodes[at + below + next] - nodes[at + below]) * right
    return top + (bottom - top) * down
  }
}
