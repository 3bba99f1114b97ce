internal import CMatting
package import Geometry

/// Square cells over a part of a picture, in which shapes and colours are looked at.
///
/// Cells lie on the whole picture from its upper left corner on, so what a cell holds does not depend on
/// which part is looked at. Shapes are given in a unit of their own, such as millimetres, of which a
/// pixel's width and height may differ where pixels are not square.
package struct MatteGrid: Sendable {
  /// Columns and rows of cells, counted from the picture's upper left corner.
  package private(set) var columns, rows: Range<Int>
  /// Pixels to a cell's side.
  package let side: Int
  /// The pixel of which the shapes' coordinates are 0, and units to a pixel.
  private let origin: Point2<OutputSpace>
  private let unit: SIMD2<Double>

  /// The most pixels to a cell's side.
  package static let largestSide = 64

  /// Makes a grid over the part of a picture that a rectangle touches; nil where it touches none.
  ///
  /// - Parameters:
  ///   - rectangle: what is looked at, in the picture's pixels.
  ///   - size: the picture's size.
  ///   - side: pixels to a cell's side, at most `largestSide`.
  ///   - origin: where the shapes' coordinates are 0.
  ///   - unit: the width and the height of a pixel in the shapes' unit.
  package init?(
    over rectangle: Rectangle<OutputSpace>, of size: PixelSize<OutputSpace>, side: Int,
    origin: Point2<OutputSpace>, unit: SIMD2<Double>
  ) {
    let side = min(max(side, 1), Self.largestSide)
    guard let part = rectangle.intersection(Rectangle(size)) else { return nil }
    func cells(_ low: Double, _ high: Double) -> Range<Int> {
      let first = Int(low) / side
      return first..<max(first + 1, (Int(high.rounded(.up)) + side - 1) / side)
    }
    columns = cells(part.left, part.right)
    rows = cells(part.top, part.bottom)
    (self.side, self.origin, self.unit) = (side, origin, unit)
  }

  /// Makes a grid of cells, for a field that is there already: shapes are not laid on it; nil for a side
  /// that cells do not have.
  init?(columns: Range<Int>, rows: Range<Int>, side: Int) {
    guard (1...Self.largestSide).contains(side) else { return nil }
    (self.columns, self.rows, self.side) = (columns, rows, side)
    (origin, unit) = (Point2(0, 0), SIMD2(1, 1))
  }

  /// The part of the picture that it covers, in pixels.
  package var box: Rectangle<OutputSpace> {
    Rectangle(
      Point2(Double(columns.lowerBound * side), Double(rows.lowerBound * side)),
      Point2(Double(columns.upperBound * side), Double(rows.upperBound * side)))
  }

  /// The cells around those in which a field is above a number; nil where there are none.
  func part(around field: [Float], above least: Float, margin: Int) -> MatteGrid? {
    var (across, down) = (Int.max...Int.max, Int.max...Int.max)
    var isEmpty = true
    for row in 0..<rows.count {
      let line = field[row * stride..<row * stride + columns.count]
      guard let first = line.firstIndex(where: { $0 > least }),
        let last = line.lastIndex(where: { $0 > least })
      else { continue }
      let (left, right) = (first - row * stride, last - row * stride)
      across = isEmpty ? left...right : min(across.lowerBound, left)...max(across.upperBound, right)
      down = isEmpty ? row...row : down.lowerBound...row
      isEmpty = false
    }
    guard !isEmpty else { return nil }
    func grown(_ found: ClosedRange<Int>, _ all: Range<Int>) -> Range<Int> {
      let (low, high) = (all.lowerBound + found.lowerBound, all.lowerBound + found.upperBound)
      return (low - margin..<high + margin + 1).clamped(to: all)
    }
    var part = self
    (part.columns, part.rows) = (grown(across, columns), grown(down, rows))
    return part
  }

  /// Cells from row to row of a field.
  package var stride: Int {
    let lanes = Int(CM_LANES)
    return (columns.count + lanes - 1) / lanes * lanes
  }

  /// How many cells a field has, those behind the rows' ends among them.
  package var count: Int { stride * rows.count }

  /// The cell of a place in the shapes' unit: an index into a field; nil where it lies beyond the grid.
  package func cell(at place: SIMD2<Float>) -> Int? {
    let grid = view
    let x = ((place.x - grid.x) / grid.step_x + 0.5).rounded(.down)
    let y = ((place.y - grid.y) / grid.step_y + 0.5).rounded(.down)
    guard x >= 0, y >= 0, x < Float(grid.columns), y < Float(grid.rows) else { return nil }
    return Int(y) * Int(grid.stride) + Int(x)
  }

  /// The grid as kernels take it.
  var view: cm_grid {
    let middle = Double(side) / 2
    let x = Double(columns.lowerBound * side) + middle - origin.x
    let y = Double(rows.lowerBound * side) + middle - origin.y
    return cm_grid(
      column: Int32(columns.lowerBound), row: Int32(rows.lowerBound),
      columns: Int32(columns.count), rows: Int32(rows.count), stride: Int32(stride),
      side: Int32(side), x: Float(x * unit.x), y: Float(y * unit.y),
      step_x: Float(Double(side) * unit.x), step_y: Float(Double(side) * unit.y))
  }
}
