import Geometry

/// How much a print is blurred in a frame, and by how much it lies off: by the detail of both, which is the same in
/// every light.
struct CardRegistration {
  /// Tiles along the columns and the rows.
  private static let tiles = (columns: 4, rows: 5)

  /// The blur that agrees best, along the columns and rows in cells.
  static func blur(_ seen: DetailScratch, _ patch: CardPatch, _ print: CardPrint.Level) -> SIMD2<
    Float
  > {
    let grid = seen.grid
    let count = CardPrint.blurs.count
    // In finer steps than those of the print, of half of the rows.
    let steps = Cells<Int16>(grid.count, 0)
    for y in stride(from: 0, to: grid.rows, by: 2) {
      for x in 0..<grid.columns {
        let step = seen.detail[y * grid.columns + x] / CardPrint.detailStep * 4
        steps[y / 2 * grid.columns + x] = Int16(min(max(step, -600), 600))
      }
    }
    // Of each tile that is seen and each blur: the correlation.
    var correlations: [[Float]] = []
    for tile in 0..<tiles.columns * tiles.rows {
      let (tx, ty) = (tile % tiles.columns, tile / tiles.columns)
      // The edge shows what is beside the card.
      let xs =
        1 + (grid.columns - 2) * tx / tiles.columns..<1 + (grid.columns - 2) * (tx + 1)
        / tiles.columns
      let (top, bottom) = (
        1 + (grid.rows - 2) * ty / tiles.rows, 1 + (grid.rows - 2) * (ty + 1) / tiles.rows
      )
      let ys = (top + 1) / 2..<max((top + 1) / 2, (bottom + 1) / 2)
      let isSeen = ys.allSatisfy { y in
        xs.allSatisfy { x in
          let state = patch.states[2 * y * grid.columns + x]
          return state == .usual || state == .bright
        }
      }
      let own = sum(xs, ys, grid.columns) { Int32(steps[$0]) * Int32(steps[$0]) }
      guard isSeen, own > 0 else { continue }
      correlations.append(
        print.details.map { details in
          let square = sum(xs, ys, grid.columns) { Int32(details[$0]) * Int32(details[$0]) }
          let product = sum(xs, ys, grid.columns) { Int32(steps[$0]) * Int32(details[$0]) }
          return square > 0 ? product / (own * square).squareRoot() : 0
        })
    }
    // As of errors with a normal distribution, of the tiles that show the print.
    var costs = [Float](repeating: 0, count: count * count)
    for tile in correlations where (tile.max() ?? 0) > 0.6 {
      for (n, value) in tile.enumerated() {
        costs[n] += logarithm(max(1.0001 - value * abs(value), 0.0001))
      }
    }
    guard let best = costs.indices.min(by: { costs[$0] < costs[$1] }), costs[best] < 0 else {
      return SIMD2(repeating: 0.5)
    }
    // By their squares, so that next to no blur is told as finely as more of it. Where that is taken for none, print
    // in small cards is taken for cover, and in every second frame.
    func refined(_ index: Int, _ stride: Int) -> Float {
      let middle = min(max(index, 1), count - 2)
      let at = best + (middle - index) * stride
      let squares = (-1...1).map { CardPrint.blurs[middle + $0] * CardPrint.blurs[middle + $0] }
      let (below, above) = (squares[1] - squares[0], squares[2] - squares[1])
      let falling = (costs[at] - costs[at - stride]) / below
      let rising = (costs[at + stride] - costs[at]) / above
      guard rising - falling > 1e-6 else { return CardPrint.blurs[index] }
      // Where a parabola through the three is least.
      let least =
        (squares[0] + squares[1]) / 2 - falling * (below + above) / 2 / (rising - falling)
      return min(max(least, squares[0]), squares[2]).squareRoot()
    }
    return SIMD2(refined(best % count, 1), refined(best / count, count))
  }

  /// The sum over cells of whole numbers, which a compiler adds up eight at a time.
  @inline(__always) private static func sum(
    _ xs: Range<Int>, _ ys: Range<Int>, _ columns: Int, _ number: (Int) -> Int32
  ) -> Float {
    var sum: Int32 = 0
    for y in ys {
      for cell in y * columns + xs.lowerBound..<y * columns + xs.upperBound {
        sum &+= number(cell)
      }
    }
    return Float(sum)
  }

  /// Adds to a shift what brings the print's detail onto the frame's; true where it moved by more than a tenth of a
  /// cell anywhere.
  static func improve(
    _ shift: inout CardShift, _ seen: DetailScratch, _ print: DetailScratch, _ patch: CardPatch
  ) -> Bool {
    let grid = seen.grid
    // The typical difference, which tells what is not the print.
    var bins = [Int](repeating: 0, count: 256)
    var total = 0
    for y in stride(from: 2, to: grid.rows - 2, by: 3) {
      for x in 2..<grid.columns - 2 {
        let cell = y * grid.columns + x
        bins[Int(min(abs(seen.detail[cell] - print.detail[cell]) * 64, 255))] += 1
        total += 1
      }
    }
    var (sum, median) = (0, Float(0))
    for (bin, count) in bins.enumerated() {
      sum += count
      if 2 * sum >= total {
        median = (Float(bin) + 0.5) / 64
        break
      }
    }
    let reach = max(4.5 * median, 0.15)
    var normal = [SIMD16<Float>](repeating: .zero, count: 12)
    var right = SIMD16<Float>.zero
    // Every second cell; of every fourth one, glare and tilted cards have three times as much taken for cover.
    for y in 2..<max(grid.rows - 2, 2) {
      for x in stride(from: 2 + y % 2, to: grid.columns - 2, by: 2) {
        let cell = y * grid.columns + x
        guard patch.states[cell] == .usual else { continue }
        let gx = 0.5 * (print.detail[cell + 1] - print.detail[cell - 1])
        let gy = 0.5 * (print.detail[cell + grid.columns] - print.detail[cell - grid.columns])
        let steepness = gx * gx + gy * gy
        guard steepness > 0.002 else { continue }
        // What a shift of two cells makes is no outlier: a print may be plain but for a few lines.
        let reach = reach + 2 * steepness.squareRoot()
        let rest = (seen.detail[cell] - print.detail[cell]) / reach
        guard rest * rest < 1 else { continue }
        let weight = (1 - rest * rest) * (1 - rest * rest)
        let basis = shift.basis(SIMD2(Float(x) + 0.5, Float(y) + 0.5))
        var row = SIMD16<Float>.zero
        row.lowHalf = basis * gx
        row.highHalf = basis * gy
        // seen(x + shift) is the print(x): what lies off by d is seen as print - gradient * d.
        let weighted = row * weight
        for i in 0..<6 {
          normal[i] += weighted * row[i]
          normal[6 + i] += weighted * row[8 + i]
        }
        right += weighted * (-rest * reach)
      }
    }
    // A prior that the print lies where it should, the stronger the higher the degree.
    let strength = 0.00015 * Float(grid.count)
    var (matrix, side) = ([Double](), [Double]())
    for i in 0..<12 {
      for j in 0..<12 {
        let prior = i == j ? strength * (i % 6 < 3 ? 1 : 2) : 0
        matrix.append(Double(normal[i][j < 6 ? j : j + 2] + prior))
      }
      side.append(Double(right[i < 6 ? i : i + 2]))
    }
    guard
      let step = LinearSystem.solution(matrix, side, leastPivot: 1e-9)?.map({ Float($0) })
    else { return false }
    var change = CardShift(grid)
    for i in 0..<6 {
      change.x[i] = step[i]
      change.y[i] = step[6 + i]
    }
    var largest: Float = 0
    for v in 0..<3 {
      for u in 0..<3 {
        let moved = change.at(cell: SIMD2(Float(u), Float(v)) * shift.half)
        largest = max(largest, moved.x.magnitude, moved.y.magnitude)
      }
    }
    guard largest < 3 else { return false }
    shift.x += change.x
    shift.y += change.y
    return largest > 0.15
  }
}
