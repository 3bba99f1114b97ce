internal import CMatting

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

  /// The coverage of a pixel; 0 of one beyond the area.
  package subscript(x: Int, y: Int) -> UInt8 {
    guard columns.contains(x), rows.contains(y) else { return 0 }
    return coverage[(y - rows.lowerBound) * columns.count + x - columns.lowerBound]
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
