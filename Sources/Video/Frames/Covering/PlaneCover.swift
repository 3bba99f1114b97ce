/// Hides an ellipse of one plane.
///
/// What is left of it are the averages of at most 6 x 6 cells of the box around it. A face is about two thirds of the
/// head that the ellipse holds, so 4 x 4 numbers tell of it. They are made of all pixels of a cell, which a sharper
/// picture cannot be found from.
struct PlaneCover {
  /// The most cells along a side, and the fewest columns of the picture that a cell has.
  private static let mostCells = 6, leastCell = 6.0

  /// The part of the plane that the ellipse's box covers.
  private let columns, rows: Range<Int>
  private let left, top, cellWidth, cellHeight: Double
  private let cells: Int
  private let style: FrameCover.Style
  private let channels: Int
  private let kept: Int?
  private let mask: Int
  private let grey: Int
  /// The middle, and the matrix that makes the ellipse a circle of radius 1.
  private let centre: SIMD2<Double>
  private let toCircle: (x: SIMD2<Double>, y: SIMD2<Double>)

  /// How many cells a region has along a side, in a picture of a size.
  static func cells(of region: FrameCover.Region, width: Int, height: Int) -> Int {
    let size = SIMD2(Double(width), Double(height))
    let half = reach(region.first * size, region.second * size)
    return min(max(Int(2 * min(half.x, half.y) / leastCell), 1), mostCells)
  }

  /// How far an ellipse reaches from its middle along both sides.
  private static func reach(_ first: SIMD2<Double>, _ second: SIMD2<Double>) -> SIMD2<Double> {
    let squares = first * first + second * second
    return SIMD2(squares.x.squareRoot(), squares.y.squareRoot())
  }

  /// - Parameters:
  ///   - cells: how many there are along a side.
  ///   - channels: samples of a pixel that lie beside each other.
  ///   - kept: the one of them that stays; nil for none.
  ///   - mask: the bits of a sample that are used.
  ///   - grey: what samples become in a solid cover.
  init(
    region: FrameCover.Region, cells: Int, style: FrameCover.Style, width: Int, height: Int,
    channels: Int, kept: Int?, mask: Int, grey: Int
  ) {
    (self.cells, self.style, self.channels) = (cells, style, channels)
    (self.kept, self.mask, self.grey) = (kept, mask, grey)
    let size = SIMD2(Double(width), Double(height))
    // A sample of the plane more on each side: decoders spread chroma over its neighbours.
    func longer(_ radius: SIMD2<Double>) -> SIMD2<Double> {
      let length = (radius * radius).sum().squareRoot()
      return length > 1e-6 ? radius * ((length + 1) / length) : radius
    }
    var (first, second) = (longer(region.first * size), longer(region.second * size))
    centre = region.centre * size
    var area = first.x * second.y - first.y * second.x
    if abs(area) < 0.5 {
      // A line hides nothing; a circle of its length does.
      let length = max((first * first).sum().squareRoot(), (second * second).sum().squareRoot(), 1)
      (first, second, area) = (SIMD2(length, 0), SIMD2(0, length), length * length)
    }
    toCircle = (SIMD2(second.y, -first.y) / area, SIMD2(-second.x, first.x) / area)
    let half = Self.reach(first, second)
    (left, top) = (centre.x - half.x, centre.y - half.y)
    (cellWidth, cellHeight) = (2 * half.x / Double(cells), 2 * half.y / Double(cells))
    func range(_ low: Double, _ high: Double, _ side: Int) -> Range<Int> {
      let first = Int(min(max(low.rounded(.down), 0), Double(side)))
      let last = Int(min(max(high.rounded(.up), 0), Double(side)))
      return first..<max(first, last)
    }
    columns = range(centre.x - half.x, centre.x + half.x, width)
    rows = range(centre.y - half.y, centre.y + half.y, height)
  }

  /// The cell of a row or column.
  private func cell(_ place: Int, _ begin: Double, _ length: Double) -> Int {
    min(max(Int((Double(place) + 0.5 - begin) / length), 0), cells - 1)
  }

  /// The columns of a row that lie in the ellipse.
  private func span(_ row: Int) -> Range<Int> {
    // The circle's equation along the row: |p + q x| = 1, x from the ellipse's middle.
    let y = Double(row) + 0.5 - centre.y
    let (p, q) = (toCircle.y * y, toCircle.x)
    let (a, b, c) = ((q * q).sum(), (p * q).sum(), (p * p).sum() - 1)
    let root = b * b - a * c
    guard a > 0, root >= 0 else { return columns.lowerBound..<columns.lowerBound }
    let (low, high) = (
      (-b - root.squareRoot()) / a + centre.x, (-b + root.squareRoot()) / a + centre.x
    )
    let first = Int(min(max((low - 0.5).rounded(.down), Double(columns.lowerBound)), 1e9))
    let last = Int(max(min((high + 0.5).rounded(.up), Double(columns.upperBound)), 0))
    return first..<max(first, last)
  }

  /// Hides it in the plane's memory.
  @inline(__always)
  func run<Sample: FixedWidthInteger & UnsignedInteger>(
    _ base: UnsafeMutablePointer<UInt8>, _ stride: Int, _: Sample.Type
  ) {
    guard !columns.isEmpty, !rows.isEmpty else { return }
    func line(_ row: Int) -> UnsafeMutablePointer<Sample> {
      unsafe UnsafeMutableRawPointer(base + row * stride).assumingMemoryBound(to: Sample.self)
    }
    if style == .solid {
      let value = Sample(truncatingIfNeeded: grey & mask)
      for row in rows {
        let to = unsafe line(row)
        for column in span(row) {
          for channel in 0..<channels where channel != kept {
            unsafe to[column * channels + channel] = value
          }
        }
      }
      return
    }
    var sums = [UInt64](repeating: 0, count: cells * cells * channels)
    var counts = [UInt64](repeating: 0, count: cells * cells)
    let cellOfColumn = columns.map { cell($0, left, cellWidth) }
    for row in rows {
      let from = unsafe line(row)
      let begin = cell(row, top, cellHeight) * cells
      for (place, column) in columns.enumerated() {
        let cell = begin + cellOfColumn[place]
        counts[cell] += 1
        for channel in 0..<channels {
          sums[cell * channels + channel] += unsafe UInt64(from[column * channels + channel])
        }
      }
    }
    let means = means(sums, counts)
    let across = columns.map { weights($0, left, cellWidth) }
    var mixed = [Float](repeating: 0, count: cells * channels)
    for row in rows {
      let to = unsafe line(row)
      let down = weights(row, top, cellHeight)
      for index in 0..<(cells * channels) {
        var value: Float = 0
        for tap in 0..<4 {
          value += means[down.cells[tap] * cells * channels + index] * down.weights[tap]
        }
        mixed[index] = value
      }
      for column in span(row) {
        let tap = across[column - columns.lowerBound]
        for channel in 0..<channels where channel != kept {
          let low =
            mixed[tap.cells[0] * channels + channel] * tap.weights[0]
            + mixed[tap.cells[1] * channels + channel] * tap.weights[1]
          let high =
            mixed[tap.cells[2] * channels + channel] * tap.weights[2]
            + mixed[tap.cells[3] * channels + channel] * tap.weights[3]
          unsafe to[column * channels + channel] = Sample(
            truncatingIfNeeded: Int(low + high + 0.5) & mask)
        }
      }
    }
  }

  /// The averages; a cell beside the picture has that of the nearest one in it.
  private func means(_ sums: [UInt64], _ counts: [UInt64]) -> [Float] {
    let seen = counts.indices.filter { counts[$0] > 0 }
    return (0..<(cells * cells)).flatMap { cell -> [Float] in
      func distance(_ other: Int) -> Int {
        let (x, y) = (other % cells - cell % cells, other / cells - cell / cells)
        return x * x + y * y
      }
      let from = counts[cell] > 0 ? cell : seen.min { distance($0) < distance($1) } ?? cell
      return (0..<channels).map { channel in
        Float(Double(sums[from * channels + channel]) / Double(max(counts[from], 1)))
      }
    }
  }

  /// The cells that a row or column is made of: its own, or four by the weights of a cubic B-spline, which smooths.
  private func weights(
    _ place: Int, _ begin: Double, _ length: Double
  ) -> (cells: SIMD4<Int>, weights: SIMD4<Float>) {
    guard style == .blur else {
      return (SIMD4(repeating: cell(place, begin, length)), SIMD4(1, 0, 0, 0))
    }
    let at = (Double(place) + 0.5 - begin) / length - 0.5
    let whole = at.rounded(.down)
    let t = Float(at - whole)
    let s = 1 - t
    let weights =
      SIMD4(
        s * s * s, 3 * t * t * t - 6 * t * t + 4, 3 * s * s * s - 6 * s * s + 4, t * t * t) / 6
    let first = Int(whole) - 1
    let most = cells - 1
    return (
      SIMD4(
        min(max(first, 0), most), min(max(first + 1, 0), most), min(max(first + 2, 0), most),
        min(max(first + 3, 0), most)), weights
    )
  }
}
