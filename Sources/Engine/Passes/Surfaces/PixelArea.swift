package import Geometry

/// An upright rectangle of whole pixels of a surface, never empty.
///
/// Of planes with subsampled chroma it means the chroma samples of the pixels in it too.
package struct PixelArea: Hashable, Sendable {
  /// The columns, from 0 at the left.
  package let columns: Range<Int>
  /// The rows, from 0 at the top.
  package let rows: Range<Int>

  /// Makes an area of its columns and rows; nil where it has none.
  package init?(columns: Range<Int>, rows: Range<Int>) {
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    (self.columns, self.rows) = (columns, rows)
  }

  /// All of a picture.
  init(_ size: PixelSize<OutputSpace>) {
    (columns, rows) = (0..<size.width, 0..<size.height)
  }

  /// The pixels that a rectangle touches, as far as they lie in a picture; nil for none.
  ///
  /// Edges lie between even columns and rows, where chroma samples have theirs.
  ///
  /// - Parameter margin: How far the area reaches beyond the rectangle, in pixels.
  package init?(
    _ rectangle: Rectangle<OutputSpace>, margin: Double = 0, in size: PixelSize<OutputSpace>
  ) {
    let grown = rectangle.grown(left: margin, top: margin, right: margin, bottom: margin)
    guard let part = grown.intersection(Rectangle(size)) else { return nil }
    func pixels(_ first: Double, _ end: Double, of side: Int) -> Range<Int> {
      let first = Int(first.rounded(.down)) & ~1
      return first..<min((Int(end.rounded(.up)) + 1) & ~1, side)
    }
    columns = pixels(part.left, part.right, of: size.width)
    rows = pixels(part.top, part.bottom, of: size.height)
  }

  /// What two areas have in common; nil for nothing.
  func intersection(_ other: PixelArea) -> PixelArea? {
    PixelArea(
      columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
  }

  /// The smallest area around two.
  func union(_ other: PixelArea) -> PixelArea {
    func around(_ one: Range<Int>, _ two: Range<Int>) -> Range<Int> {
      min(one.lowerBound, two.lowerBound)..<max(one.upperBound, two.upperBound)
    }
    return PixelArea(
      columns: around(columns, other.columns), rows: around(rows, other.rows)) ?? self
  }

  var size: PixelSize<OutputSpace> { PixelSize(clamping: columns.count, rows.count) }
}
