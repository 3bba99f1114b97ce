import Imaging

/// The light of a part of a picture: linear R, G and B, blurred for samples of cells that are some two
/// squares wide, and of some four.
final class LightMap {
  /// Values at the corners at which squares meet, each the mean of the squares about it.
  ///
  /// These are 2 x 2, or 4 x 4 of every other corner. A sample between four values is as wide as its cell, and takes
  /// a third of the time of four samples of pixels. Squares of 2 pixels in place of corners take half the time of
  /// reading, and lose thin pens and hair.
  struct Level {
    fileprivate(set) var values = Cells<SIMD4<Float>>(1, .zero)
    fileprivate(set) var width = 0, height = 0
    /// From places in the picture to places among the values.
    fileprivate(set) var scale: Double = 1
    fileprivate(set) var left: Double = 0, top: Double = 0

    fileprivate mutating func lie(_ apart: Double, _ left: Double, _ top: Double) {
      (scale, self.left, self.top) = (1 / apart, left, top)
    }

    fileprivate mutating func reserve(_ width: Int, _ height: Int) {
      (self.width, self.height) = (width, height)
      if values.count < width * height { values = Cells(width * height * 5 / 4, .zero) }
    }
  }

  private(set) var fine = Level(), coarse = Level()
  private var tables: LightTables?

  /// The least squares to a cell's side.
  private static let leastSquares = 1.7
  /// The most squares that are kept of a picture.
  private static let mostSquares = 1 << 22

  /// Reads a part of a picture, in squares of which some two make a cell; false where it has fewer than four a side.
  func read(
    _ picture: MutablePicture, columns: Range<Int>, rows: Range<Int>, cell: Double
  ) -> Bool {
    var step = 1
    while step < 8,
      Double(2 * step) * Self.leastSquares <= cell
        || columns.count / step * (rows.count / step) > Self.mostSquares
    {
      step *= 2
    }
    guard let reader = unsafe LightReader(picture, keeping: &tables),
      var source = unsafe LightRows(reader, columns: columns, rows: rows, step: step),
      source.width > 4, source.height > 4
    else { return false }
    let (left, top) = (Double(columns.lowerBound), Double(rows.lowerBound))
    fine.lie(Double(step), left + Double(step), top + Double(step))
    coarse.lie(Double(2 * step), left + Double(2 * step), top + Double(2 * step))
    readCorners(&source)
    reduce()
    return true
  }

  private func readCorners(_ source: inout LightRows) {
    fine.reserve(source.width - 1, source.height - 1)
    let (width, height, values) = (fine.width, fine.height, fine.values)
    let light = Cells<SIMD4<Float>>(width + 1, .zero)
    var (above, sums) = (Cells<SIMD4<Float>>(width, .zero), Cells<SIMD4<Float>>(width, .zero))
    for row in 0...height {
      source.read(row, into: light)
      for x in 0..<width { sums[x] = light[x] + light[x &+ 1] }
      if row > 0 {
        let line = (row - 1) * width
        for x in 0..<width { values[line &+ x] = (above[x] + sums[x]) * 0.25 }
      }
      (above, sums) = (sums, above)
    }
  }

  private func reduce() {
    coarse.reserve((fine.width - 1) / 2, (fine.height - 1) / 2)
    let (values, means, row) = (fine.values, coarse.values, fine.width)
    let width = coarse.width
    for y in 0..<coarse.height {
      let (line, above, below) = (y * width, 2 * y * row, 2 * (y + 1) * row)
      for x in 0..<width {
        let (upper, lower) = (above &+ 2 &* x, below &+ 2 &* x)
        means[line &+ x] =
          (values[upper] + values[upper &+ 2] + values[lower] + values[lower &+ 2]) * 0.25
      }
    }
  }
}

extension LightMap.Level {
  /// The light at a place among the values; the nearest beyond them.
  @inline(__always) func sample(_ x: Float, _ y: Float) -> SIMD4<Float> {
    // Of what is no number the comparison fails.
    let x = x > 0 ? min(x, Float(width) - 1.001) : 0
    let y = y > 0 ? min(y, Float(height) - 1.001) : 0
    let (i, j) = (Int(Int32(x)), Int(Int32(y)))
    let (fx, fy) = (x - Float(i), y - Float(j))
    let at = j &* width &+ i
    let below = at &+ width
    let upper = values[at] + (values[at &+ 1] - values[at]) * fx
    let lower = values[below] + (values[below &+ 1] - values[below]) * fx
    return upper + (lower - upper) * fy
  }
}
