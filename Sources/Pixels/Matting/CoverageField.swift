internal import CMatting
package import Geometry
package import Imaging

/// How sure it is of each cell of a picture that something covers it; the picture's own colours sharpen its edge.
package struct CoverageField: Sendable {
  /// The grid, over the picture that was looked at.
  package let grid: MatteGrid
  private(set) var values: [Float]
  /// How far around an edge the picture's colours are asked, in pixels.
  let reach: Double
  /// How much of what is wholly covered shows, 0 to 1.
  let opacity: Double

  /// The score at which a cell is wholly covered, and below 0 the one at which it is not at all.
  private static let ramp: Float = 0.7
  /// A score beyond which all is sure.
  private static let sure: Float = 3
  /// What speaks for a cell before all else: what is uncovered disturbs more than what is covered too much.
  private static let bias: Float = 0.2
  /// The noise of a picture's components, squared, below which colours are no edge.
  private static let noise: Float = 12

  /// Takes what hangs together with the core of a shape.
  ///
  /// - Parameters:
  ///   - core: how deep the core lies within the shape.
  ///   - hole: holes of fewer cells are filled.
  ///   - reach: how far around an edge the picture's colours are asked, in pixels.
  package init(
    _ scores: ScoreMap, _ shape: ShapeField, core: Float, hole: Int, reach: Double,
    opacity: Double = 1
  ) {
    (self.reach, self.opacity) = (reach, opacity)
    let whole = scores.grid
    var values = [Float](repeating: 0, count: whole.count)
    var view = whole.view
    var room = [Int32](repeating: 0, count: 2 * whole.count)
    unsafe cm_part(
      &view, scores.values, shape.distances, core, Self.bias, Self.sure, Int32(clamping: hole),
      &room, &values)
    // What is not covered is kept as far as the edge asks around itself.
    let margin = 2 * Int((reach / Double(whole.side)).rounded(.up)) + 4
    grid = whole.part(around: values, above: -Self.ramp, margin: margin) ?? whole
    let (left, top) = (
      grid.columns.lowerBound - whole.columns.lowerBound,
      grid.rows.lowerBound - whole.rows.lowerBound
    )
    self.values = [Float](repeating: 0, count: grid.count)
    for row in 0..<grid.rows.count {
      let from = (top + row) * whole.stride + left
      self.values.replaceSubrange(
        row * grid.stride..<row * grid.stride + grid.columns.count,
        with: values[from..<from + grid.columns.count])
    }
  }

  /// Takes what another field was made of.
  package init(_ grid: MatteGrid, _ values: [Float], reach: Double, opacity: Double) {
    (self.grid, self.values) = (grid, values)
    (self.reach, self.opacity) = (reach, opacity)
  }

  /// The part of the picture that it lies in.
  package var box: Rectangle<OutputSpace> { grid.box }

  /// Raises a matte to what is covered of a picture.
  ///
  /// - Parameter map: from the picture that was looked at to this one.
  package func cover(
    _ matte: inout Matte, of picture: MutablePicture, by map: AffineMap<OutputSpace, OutputSpace>
  ) {
    let size = unsafe PixelSize<OutputSpace>(
      clamping: picture.planes[0].width, picture.planes[0].height)
    let side = CellPicture.side(of: size)
    let (from, to) = (map(Point2(box.left, box.top)), map(Point2(box.right, box.bottom)))
    let placed = Rectangle(from, to)
    guard
      let grid = MatteGrid(
        over: placed, of: size, side: side, origin: Point2(0, 0), unit: SIMD2(1, 1))
    else { return }
    let cells = unsafe CellPicture(picture, over: grid)
    let scores = sampled(on: grid, by: map)
    let coverage = scores.map { min(max($0 * 0.5 / Self.ramp + 0.5, 0), 1) }
    let most = Int32((255 * min(max(opacity, 0), 1)).rounded())
    guard most > 0 else { return }
    let radius = Int32(
      min(
        max((reach * map.a.magnitude / Double(side)).rounded(), 2), Double(CellPicture.longestSide))
    )
    var (view, local) = (grid.view, grid.view)
    (local.column, local.row) = (0, 0)
    var room = [Float](repeating: 0, count: 14 * grid.count + grid.stride)
    var lines = [Float](repeating: 0, count: 4 * grid.count)
    unsafe cells.withCells { cells in
      var cells = unsafe cells
      unsafe cm_guide(&local, &cells, coverage, radius, Self.noise, &room, &lines)
    }
    let components = unsafe PictureComponents(picture).all
    var line = [Float](repeating: 0, count: 5 * grid.stride)
    unsafe matte.withView { matte in
      unsafe cm_add_guided(&view, lines, scores, components, most, &line, matte)
    }
  }

  /// The scores of another picture's cells.
  private func sampled(on other: MatteGrid, by map: AffineMap<OutputSpace, OutputSpace>) -> [Float]
  {
    var result = [Float](repeating: 0, count: other.count)
    let (a, d) = (Float(grid.side), Float(other.side))
    let (sx, sy) = (Float(map.a), Float(map.d))
    let (ox, oy) = (Float(map.tx), Float(map.ty))
    for row in 0..<other.rows.count {
      let y = ((Float(other.rows.lowerBound + row) + 0.5) * d - oy) / sy / a - 0.5
      let down = min(max(y - Float(grid.rows.lowerBound), 0), Float(grid.rows.count - 1))
      let top = min(Int(down), max(grid.rows.count - 2, 0))
      let below = min(top + 1, grid.rows.count - 1)
      for column in 0..<other.columns.count {
        let x = ((Float(other.columns.lowerBound + column) + 0.5) * d - ox) / sx / a - 0.5
        let across = min(max(x - Float(grid.columns.lowerBound), 0), Float(grid.columns.count - 1))
        let left = min(Int(across), max(grid.columns.count - 2, 0))
        let right = min(left + 1, grid.columns.count - 1)
        let (px, py) = (across - Float(left), down - Float(top))
        func at(_ row: Int, _ column: Int) -> Float { values[row * grid.stride + column] }
        let upper = at(top, left) + (at(top, right) - at(top, left)) * px
        let lower = at(below, left) + (at(below, right) - at(below, left)) * px
        result[row * other.stride + column] = upper + (lower - upper) * py
      }
    }
    return result
  }
}
