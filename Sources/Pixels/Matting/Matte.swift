internal import CMatting
package import Geometry

/// How much of each pixel of an area is covered, 0 to 255.
package struct Matte: Hashable, Sendable {
  /// The pixels, counted from the picture's upper left corner.
  package let columns, rows: Range<Int>
  /// The coverage, row by row.
  package private(set) var coverage: [UInt8]

  /// Makes a matte of an area in which nothing is covered.
  package init(columns: Range<Int>, rows: Range<Int>) {
    (self.columns, self.rows) = (columns, rows)
    coverage = [UInt8](repeating: 0, count: columns.count * rows.count)
  }

  /// Makes a matte of its coverage, row by row; nil unless there is a byte for each pixel.
  package init?(columns: Range<Int>, rows: Range<Int>, coverage: [UInt8]) {
    guard coverage.count == columns.count * rows.count else { return nil }
    (self.columns, self.rows, self.coverage) = (columns, rows, coverage)
  }

  /// The coverage of a pixel; 0 of one beyond the area.
  package subscript(x: Int, y: Int) -> UInt8 {
    guard columns.contains(x), rows.contains(y) else { return 0 }
    return coverage[(y - rows.lowerBound) * columns.count + x - columns.lowerBound]
  }

  /// With a corner farther away than this, in pixels, nothing is covered: scenes' and layers' corners lie nearer too.
  package static let farthestCorner = 1e9

  /// Covers what lies within a convex quadrilateral, its edges antialiased: a pixel by how far its middle lies within.
  package mutating func cover(_ quad: Quad<OutputSpace>) {
    let corners = quad.corners
    guard quad.isConvex,
      corners.allSatisfy({ max(abs($0.x), abs($0.y)) <= Self.farthestCorner })
    else { return }
    let sense: Double = quad.signedArea < 0 ? -1 : 1
    // Of each edge the distance inwards, as a x + b y + c.
    let edges = corners.indices.compactMap { index -> SIMD3<Double>? in
      let (from, to) = (corners[index], corners[(index + 1) % 4])
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      let length = (dx * dx + dy * dy).squareRoot()
      guard length > 0 else { return nil }
      return SIMD3(-dy, dx, dy * from.x - dx * from.y) * (sense / length)
    }
    /// The columns of a row whose pixels lie within all edges by a distance, and more.
    func span(_ y: Int, within least: Double) -> Range<Int> {
      var (first, last) = (Double(columns.lowerBound), Double(columns.upperBound) - 1)
      for edge in edges {
        let rest = edge.y * (Double(y) + 0.5) + edge.z - least
        if edge.x > 0 {
          first = max(first, -rest / edge.x - 0.5)
        } else if edge.x < 0 {
          last = min(last, -rest / edge.x - 0.5)
        } else if rest < 0 {
          return 0..<0
        }
      }
      let (low, high) = (first.rounded(.up), last.rounded(.down))
      return low <= high ? Int(low)..<Int(high) + 1 : 0..<0
    }
    for y in rows {
      let row = (y - rows.lowerBound) * columns.count - columns.lowerBound
      let inside = span(y, within: 0.5)
      for x in inside { coverage[row + x] = 255 }
      for x in span(y, within: -0.5) where !inside.contains(x) {
        let depth = edges.reduce(1) {
          min($0, $1.x * (Double(x) + 0.5) + $1.y * (Double(y) + 0.5) + $1.z + 0.5)
        }
        coverage[row + x] = max(coverage[row + x], UInt8((max(depth, 0) * 255).rounded()))
      }
    }
  }

  /// Uncovers what lies within a convex quadrilateral.
  package mutating func uncover(_ quad: Quad<OutputSpace>) {
    var inside = Matte(columns: columns, rows: rows)
    inside.cover(quad)
    for index in coverage.indices where coverage[index] > 0 {
      coverage[index] = UInt8(Int(coverage[index]) * (255 - Int(inside.coverage[index])) / 255)
    }
  }

  /// Covers what another matte covers, as far as that lies in the area.
  package mutating func formUnion(_ other: Matte) {
    let (columns, rows) = (columns.clamped(to: other.columns), rows.clamped(to: other.rows))
    for y in rows {
      let row = (y - self.rows.lowerBound) * self.columns.count - self.columns.lowerBound
      for x in columns { coverage[row + x] = max(coverage[row + x], other[x, y]) }
    }
  }

  /// Whether a place lies mostly under both mattes.
  package func meets(_ other: Matte) -> Bool {
    rows.clamped(to: other.rows).contains { y in
      columns.clamped(to: other.columns).contains { x in
        min(self[x, y], other[x, y]) > 127
      }
    }
  }

  /// Lends the matte to a kernel that may change it.
  mutating func withView(_ body: (UnsafePointer<cm_matte>) -> Void) {
    let (columns, rows) = (columns, rows)
    unsafe coverage.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var view = unsafe cm_matte(
        coverage: base, column: Int32(columns.lowerBound), row: Int32(rows.lowerBound),
        columns: Int32(columns.count), rows: Int32(rows.count))
      unsafe body(&view)
    }
  }
}
