import Foundation

/// A pair of spots on both sides of an axis that are darker, or lighter, than what is around them.
struct EyeSpots {
  /// How far their middle lies down the axis from its point, and each from it, in cells.
  let (down, apart): (Double, Double)
  /// How much they differ in brightness from what is around, -1 to 1; dark ones are below 0.
  let contrast: Double

  /// The least contrast of a pair.
  private static let leastContrast = 0.1
  /// Where eyes are as a rule, in parts of the outline: the height, half the distance, and how far they stray.
  private static let usual = (down: 0.45, apart: 1.0 / 6, strayDown: 0.22, strayApart: 0.08)
  /// The radii that are tried, in widths of the outline.
  private static let radii = [0.03, 0.05, 0.075]

  /// Finds the most distinct pair near the usual place; nil where there is none.
  init?(in face: LevelPicture) {
    let (size, start) = (face.outline.size, face.outline.start)
    guard size.x >= 16, size.y >= 12 else { return nil }
    var best: (value: Double, row: Int, column: Int, radius: Double, contrast: Double)?
    for row in 0..<face.side {
      let down = (Double(row) - start.y) / size.y
      guard (0.1...0.8).contains(down) else { continue }
      for column in 2...face.reach {
        let apart = Double(column) / size.x
        guard (0.07...0.42).contains(apart) else { continue }
        let (y, x) = (
          (down - Self.usual.down) / Self.usual.strayDown,
          (apart - Self.usual.apart) / Self.usual.strayApart
        )
        let nearness = exp(-(x * x + y * y) / 2)
        for radius in Self.radii.map({ $0 * size.x }) {
          let sides = [-column, column].map { face.contrast(row, face.reach + $0, radius) }
          guard sides[0] * sides[1] > 0 else { continue }
          let contrast = abs(sides[0]) < abs(sides[1]) ? sides[0] : sides[1]
          let value = abs(contrast) * nearness
          if value > best?.value ?? 0 { best = (value, row, column, radius, contrast) }
        }
      }
    }
    guard let best, abs(best.contrast) >= Self.leastContrast else { return nil }
    let middle = face.middle(
      row: best.row, column: best.column, radius: best.radius, isDark: best.contrast < 0)
    (down, apart, contrast) = (middle.y, middle.x, best.contrast)
  }
}

/// A small picture turned so that its axis is upright and in the middle, and the mean of the two sides.
struct LevelPicture {
  /// Columns and rows on each side of the axis' point.
  let reach: Int
  /// The columns, and the rows.
  var side: Int { 2 * reach + 1 }
  /// Where what is opaque begins, and its size, in cells.
  let outline: (start: SIMD2<Double>, size: SIMD2<Double>)
  private let cells: [SIMD2<Float>]
  /// The sums of all cells above and left of a corner.
  private var sums: [SIMD2<Double>]

  init(_ picture: SmallPicture, about axis: MirrorAxis) {
    let corners = SIMD2(Double(picture.width), Double(picture.height))
    let reach = Int((corners * corners).sum().squareRoot().rounded(.up)) / 2 + 2
    let side = 2 * reach + 1
    var cells: [SIMD2<Float>] = []
    // Of what is opaque, and of all that is there: drawings in thin lines have no opaque cell.
    var rims = [0.5, 0.05].map { (least: Float($0), low: SIMD2(side, side), high: SIMD2(-1, -1)) }
    var sums = [SIMD2<Double>](repeating: .zero, count: (side + 1) * (side + 1))
    for row in 0..<side {
      var line = SIMD2<Double>.zero
      for column in 0..<side {
        let (x, y) = (Double(column - reach), Double(row - reach))
        let cell = picture.sample(axis.point + x * axis.across + y * axis.along)
        cells.append(cell)
        line += SIMD2<Double>(cell)
        sums[(row + 1) * (side + 1) + column + 1] = sums[row * (side + 1) + column + 1] + line
        for index in rims.indices where cell.x >= rims[index].least {
          let (low, high) = (rims[index].low, rims[index].high)
          rims[index].low = SIMD2(min(low.x, column), min(low.y, row))
          rims[index].high = SIMD2(max(high.x, column), max(high.y, row))
        }
      }
    }
    (self.reach, self.cells, self.sums) = (reach, cells, sums)
    let rim = rims.first { $0.high.x >= 0 }
    outline =
      rim.map { (SIMD2<Double>($0.low), SIMD2<Double>($0.high &- $0.low &+ SIMD2(1, 1))) }
      ?? (SIMD2(0, 0), SIMD2(Double(side), Double(side)))
  }

  /// How much lighter a square is than the frame around it, which is as wide; 0 where either is not opaque.
  func contrast(_ row: Int, _ column: Int, _ radius: Double) -> Double {
    let (inner, outer) = (sum(row, column, radius), sum(row, column, 2 * radius))
    let frame = (sum: outer.sum - inner.sum, count: outer.count - inner.count)
    guard inner.count > 0, frame.count > 0, inner.sum.x >= 0.8 * inner.count,
      frame.sum.x >= 0.7 * frame.count
    else { return 0 }
    return inner.sum.y / inner.sum.x - frame.sum.y / frame.sum.x
  }

  /// The middle of the spots, from the axis' point: x of each from the axis, y down.
  func middle(row: Int, column: Int, radius: Double, isDark: Bool) -> SIMD2<Double> {
    let frame = [-column, column].map { side in
      let (inner, outer) = (
        sum(row, reach + side, radius), sum(row, reach + side, 2 * radius)
      )
      return (outer.sum.y - inner.sum.y) / max(outer.sum.x - inner.sum.x, 1e-6)
    }
    var (all, place) = (0.0, SIMD2<Double>.zero)
    let far = Int((1.5 * radius).rounded())
    for (number, side) in [-1, 1].enumerated() {
      for y in max(0, row - far)...min(self.side - 1, row + far) {
        for x in max(1, column - far)...min(reach, column + far) {
          let cell = cells[y * self.side + reach + side * x]
          guard cell.x > 0.5 else { continue }
          let lighter = Double(cell.y / cell.x) - frame[number]
          let weight = max(0, isDark ? -lighter : lighter)
          (all, place) = (all + weight, place + weight * SIMD2(Double(x), Double(y - reach)))
        }
      }
    }
    return all > 0 ? place / all : SIMD2(Double(column), Double(row - reach))
  }

  private func sum(
    _ row: Int, _ column: Int, _ radius: Double
  ) -> (sum: SIMD2<Double>, count: Double) {
    func edges(_ middle: Int) -> (Int, Int) {
      let low = (Double(middle) - radius).rounded(), high = (Double(middle) + radius).rounded() + 1
      return (min(max(Int(low), 0), side), min(max(Int(high), 0), side))
    }
    let ((top, bottom), (left, right)) = (edges(row), edges(column))
    let width = side + 1
    let sum =
      sums[bottom * width + right] - sums[top * width + right] - sums[bottom * width + left]
      + sums[top * width + left]
    return (sum, Double((bottom - top) * (right - left)))
  }
}
