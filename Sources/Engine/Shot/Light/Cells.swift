/// A grid over a card: columns along its width.
struct CardGrid: Hashable, Sendable {
  var columns, rows: Int

  var count: Int { columns * rows }
  var longer: Int { max(columns, rows) }

  /// The grid whose longer side has so many cells; `aspect` is the print's height for a width of 1.
  init(longer: Int, aspect: Double) {
    let shorter = max(4, Int((Double(longer) * (aspect > 1 ? 1 / aspect : aspect)).rounded()))
    (columns, rows) = aspect > 1 ? (shorter, longer) : (longer, shorter)
  }
}

/// Memory for values that a loop fills before it reads them, kept between frames.
///
/// An array would check each index, and that more than doubles the time of the loops over cells. Loops that a compiler
/// can turn into ones of several cells at a time add up indices by `&+`: a check of each sum would keep it from that.
@safe final class Cells<Element: BitwiseCopyable>: @unchecked Sendable {
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  init(_ count: Int, _ value: Element) {
    self.count = max(count, 1)
    unsafe base = .allocate(capacity: self.count)
    unsafe base.initialize(repeating: value, count: self.count)
  }

  deinit { unsafe base.deallocate() }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      assert(index >= 0 && index < count)
      return unsafe base[index]
    }
    @inline(__always) set {
      assert(index >= 0 && index < count)
      unsafe base[index] = newValue
    }
  }
}

extension Cells where Element: Equatable {
  func contains(_ value: Element) -> Bool { (0..<count).contains { self[$0] == value } }
}

extension Cells where Element == Float {
  /// Means over windows of (2 radius + 1) x (2 radius + 1) cells, cut at the grid's edge.
  func windowMeans(_ grid: CardGrid, radius: Int, into means: Cells<Float>) {
    let (columns, rows) = (grid.columns, grid.rows)
    let radius = min(radius, columns - 1, rows - 1)
    func inverses(_ count: Int) -> [Float] {
      (0..<count).map { 1 / Float(min($0 + radius, count - 1) - max($0 - radius, 0) + 1) }
    }
    let (between, sums) = (Cells<Float>(grid.count, 0), Cells<Float>(columns, 0))
    let across = Cells<Float>(columns, 0)
    for (x, inverse) in inverses(columns).enumerated() { across[x] = inverse }
    for y in 0..<rows {
      let row = y * columns
      let (first, last) = (row &- radius &- 1, row &+ radius)
      var sum: Float = 0
      for x in 0..<radius { sum += self[row &+ x] }
      for x in 0..<columns {
        let added = x &+ radius < columns ? self[last &+ x] : 0
        sum += added - (x > radius ? self[first &+ x] : 0)
        between[row &+ x] = sum
      }
      for x in 0..<columns { between[row &+ x] *= across[x] }
      guard y < radius else { continue }
      for x in 0..<columns { sums[x] += between[row &+ x] }
    }
    for (y, inverse) in inverses(rows).enumerated() {
      let (row, added, gone) = (
        y * columns, (y + radius) * columns, (y - radius - 1) * columns
      )
      if y + radius < rows { for x in 0..<columns { sums[x] += between[added &+ x] } }
      if y > radius { for x in 0..<columns { sums[x] -= between[gone &+ x] } }
      for x in 0..<columns { means[row &+ x] = sums[x] * inverse }
    }
  }
}

extension Cells where Element: SIMD, Element.Scalar == Float {
  /// Sums over windows of (2 radius + 1) x (2 radius + 1) cells, cut at the grid's edge.
  func windowSums(
    _ grid: CardGrid, radius: Int, by scratch: Cells<Element>, into sums: Cells<Element>
  ) {
    let (columns, rows) = (grid.columns, grid.rows)
    for y in 0..<rows {
      let row = y * columns
      var sum = Element.zero
      for x in 0..<min(radius, columns) { sum += self[row &+ x] }
      for x in 0..<columns {
        if x &+ radius < columns { sum += self[row &+ x &+ radius] }
        if x > radius { sum -= self[row &+ x &- radius &- 1] }
        scratch[row &+ x] = sum
      }
    }
    for x in 0..<columns { sums[x] = scratch[x] }
    for y in 1..<max(min(radius + 1, rows), 1) {
      let row = y * columns
      for x in 0..<columns { sums[x] += scratch[row &+ x] }
    }
    for y in 1..<rows {
      let row = y * columns
      let (added, gone) = (row + radius * columns, row - (radius + 1) * columns)
      for x in 0..<columns {
        var sum = sums[row &- columns &+ x]
        if y + radius < rows { sum += scratch[added &+ x] }
        if y > radius { sum -= scratch[gone &+ x] }
        sums[row &+ x] = sum
      }
    }
  }

  /// A Gaussian along the columns and the rows, in cells.
  ///
  /// The edge is carried on. The result may be what is blurred.
  func blur(
    _ grid: CardGrid, sigma: SIMD2<Float>, by scratch: Cells<Element>, into result: Cells<Element>
  ) {
    let (across, down) = (Self.taps(sigma.x), Self.taps(sigma.y))
    for y in 0..<grid.rows {
      let row = y * grid.columns
      for x in 0..<grid.columns {
        var sum = self[row &+ x] * across[0]
        for n in 1..<across.count {
          let (left, right) = (max(x &- n, 0), min(x &+ n, grid.columns &- 1))
          sum += (self[row &+ left] + self[row &+ right]) * across[n]
        }
        scratch[row &+ x] = sum
      }
    }
    for y in 0..<grid.rows {
      let row = y * grid.columns
      for x in 0..<grid.columns { result[row &+ x] = scratch[row &+ x] * down[0] }
      for (n, tap) in down.enumerated().dropFirst() {
        let (above, below) = (
          max(y - n, 0) * grid.columns, min(y + n, grid.rows - 1) * grid.columns
        )
        for x in 0..<grid.columns {
          result[row &+ x] += (scratch[above &+ x] + scratch[below &+ x]) * tap
        }
      }
    }
  }

  /// Half of a Gaussian's taps, which add up to 1 with the other half.
  private static func taps(_ sigma: Float) -> [Float] {
    guard sigma > 0.15 else { return [1] }
    let reach = Int((2.6 * sigma).rounded(.up))
    var taps = (0...reach).map { n in
      let x = Double(n) / Double(sigma)
      return Float(exponential(-0.5 * x * x))
    }
    let sum = 2 * taps.reduce(0, +) - taps[0]
    for n in taps.indices { taps[n] /= sum }
    return taps
  }
}

/// e to a power of -8...0, the same on every machine: a C library's may differ in the last bit.
func exponential(_ x: Double) -> Double {
  var (term, sum) = (1.0, 1.0)
  let part = x / 16
  for n in 1...8 {
    term *= part / Double(n)
    sum += term
  }
  for _ in 0..<4 { sum *= sum }
  return sum
}

/// The logarithm to base 2 of a positive number, within 0.0001.
@inline(__always) func logarithm(_ x: Float) -> Float {
  let bits = x.bitPattern
  let exponent = Float(Int32(bits >> 23) - 127)
  let m = Float(bitPattern: bits & 0x7f_ffff | 0x3f80_0000) - 1
  // Minimax over 1...2.
  let p =
    m * (1.4417403 + m * (-0.70777018 + m * (0.41234422 + m * (-0.19031903 + m * 0.04400469))))
  return exponent + p
}
