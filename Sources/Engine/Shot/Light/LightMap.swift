import Imaging

/// The light of a part of a picture: linear R, G and B in squares, some two to a cell's side, and in squares twice as
/// wide.
final class LightMap {
  /// The means of squares.
  struct Level {
    fileprivate(set) var values = Cells<SIMD4<Float>>(1, .zero)
    fileprivate(set) var width = 0, height = 0
    /// From places in the picture to places among the values.
    fileprivate(set) var scale: Double = 1
    fileprivate(set) var left: Double = 0, top: Double = 0

    fileprivate mutating func lie(_ apart: Double, _ left: Double, _ top: Double) {
      (scale, self.left, self.top) = (1 / apart, left + apart / 2, top + apart / 2)
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

  /// Reads a part of a picture, in squares of which some two make a cell; false where it has fewer than six a side.
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
      source.width > 5, source.height > 5
    else { return false }
    let (left, top) = (Double(columns.lowerBound), Double(rows.lowerBound))
    fine.lie(Double(step), left, top)
    coarse.lie(Double(2 * step), left, top)
    readSquares(&source)
    reduce()
    return true
  }

  private func readSquares(_ source: inout LightRows) {
    fine.reserve(source.width, source.height)
    let (width, values) = (fine.width, fine.values)
    let light = Cells<SIMD4<Float>>(width, .zero)
    for row in 0..<fine.height {
      source.read(row, into: light)
      let line = row * width
      for x in 0..<width { values[line &+ x] = light[x] }
    }
  }

  private func reduce() {
    coarse.reserve(fine.width / 2, fine.height / 2)
    let (values, means, row) = (fine.values, coarse.values, fine.width)
    let width = coarse.width
    for y in 0..<coarse.height {
      let (line, above) = (y * width, 2 * y * row)
      let below = above + row
      for x in 0..<width {
        let (upper, lower) = (above &+ 2 &* x, below &+ 2 &* x)
        means[line &+ x] =
          (values[upper] + values[upper &+ 1] + values[lower] + values[lower &+ 1]) * 0.25
      }
    }
  }
}

extension LightMap.Level {
  /// The variance of a sample's weights along a side.
  ///
  /// With 0.25 more of thin pens and hair is found, and more print is taken for cover; with 0.5 a tenth of the hair is
  /// lost.
  private static let variance: Float = 0.44

  /// The light about a place among the values, of 3 x 3 of them; about the nearest such place beyond them.
  ///
  /// Wherever the place lies between squares, it is the weights' mean, and their variance is the same. A linear
  /// interpolation blurs by where a cell lies, which speaks for cover in a print's fine lines.
  @inline(__always) func sample(_ x: Float, _ y: Float) -> SIMD4<Float> {
    // Of what is no number the comparison fails.
    let x = x > 0.5 ? min(x, Float(width) - 1.5) : 0.5
    let y = y > 0.5 ? min(y, Float(height) - 1.5) : 0.5
    let (i, j) = (
      min(Int(Int32(x + 0.5)), width &- 2), min(Int(Int32(y + 0.5)), height &- 2)
    )
    let (across, down) = (Self.weights(x - Float(i)), Self.weights(y - Float(j)))
    @inline(__always) func mean(_ at: Int) -> SIMD4<Float> {
      values[at &- 1] * across.0 + values[at] * across.1 + values[at &+ 1] * across.2
    }
    let at = j &* width &+ i
    return mean(at &- width) * down.0 + mean(at) * down.1 + mean(at &+ width) * down.2
  }

  /// The weights of three values for a place that lies by a part behind the middle one.
  @inline(__always) private static func weights(_ part: Float) -> (Float, Float, Float) {
    let square = variance + part * part
    return (0.5 * (square - part), 1 - square, 0.5 * (square + part))
  }
}
