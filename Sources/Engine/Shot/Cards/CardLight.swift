import Geometry

/// The light on a whole card: a colour, and a fall-off for all channels that is a plane in the logarithm.
struct CardLight {
  /// Factors of R, G, B and luminance in the card's middle.
  var colour = SIMD4<Float>(repeating: 1)
  /// Powers of 2 from the middle to the right and to the lower edge.
  var slope = SIMD2<Float>.zero

  /// The fall-off of each column, and of each row.
  func fallOff(_ grid: CardGrid) -> (columns: [Float], rows: [Float]) {
    func powers(_ count: Int, _ slope: Float) -> [Float] {
      (0..<count).map { n in
        let place = (Float(n) + 0.5) / Float(count) * 2 - 1
        return Float(exponential(Double(place * slope) * 0.6931471805599453))
      }
    }
    return (powers(grid.columns, slope.x), powers(grid.rows, slope.y))
  }

  /// Fits the light to the cells of the brighter half of a print, robustly; nil where too few are seen.
  init?(_ patch: CardPatch, _ print: CardPrint.Level) {
    let grid = patch.grid
    var places: [SIMD2<Float>] = []
    var ratios: [SIMD3<Float>] = []
    var weights: [SIMD3<Float>] = []
    for y in stride(from: 0, to: grid.rows, by: 2) {
      for x in stride(from: y / 2 % 2, to: grid.columns, by: 2) {
        let cell = y * grid.columns + x
        let (seen, ink) = (patch.colours[cell], print.colours[cell])
        guard ink.w >= print.brightHalf,
          patch.states[cell] == .usual || patch.states[cell] == .bright
        else { continue }
        places.append(
          SIMD2(Float(x) / Float(grid.columns) * 2 - 1, Float(y) / Float(grid.rows) * 2 - 1))
        var ratio = SIMD3<Float>.zero
        for c in 0..<3 {
          ratio[c] = logarithm(max(seen[c], 0.0004) / max(ink[c], 0.004))
        }
        ratios.append(ratio)
        weights.append(SIMD3(ink.x, ink.y, ink.z) / (SIMD3(ink.x, ink.y, ink.z) + 0.15))
      }
    }
    guard places.count >= 12 else { return nil }
    var base = SIMD3<Float>.zero
    for c in 0..<3 { base[c] = Self.median(ratios, c) }
    var reach: Float = 1.2
    for _ in 0..<5 {
      // Tukey's weights; the scale shrinks from a factor of 2.3 to one of 1.4.
      var (sumW, sums) = (SIMD3<Float>.zero, SIMD3<Float>.zero)
      var normal = [SIMD3<Float>](repeating: .zero, count: 3)
      var right = SIMD3<Float>.zero
      for n in places.indices {
        let plane = slope.x * places[n].x + slope.y * places[n].y
        let rest = (ratios[n] - base - plane) / reach
        let squares = (rest * rest * weights[n]).sum() / max(weights[n].sum(), 0.001)
        guard squares < 1 else { continue }
        let weight = weights[n] * ((1 - squares) * (1 - squares))
        sumW += weight
        sums += weight * (ratios[n] - plane)
        let w = weight.sum()
        let row = SIMD3(1, places[n].x, places[n].y)
        for i in 0..<3 { normal[i] += row * (row[i] * w) }
        right += row * (weight * (ratios[n] - base)).sum()
      }
      guard sumW.min() > 2 else { break }
      // A prior against a steep plane, where most of the card is covered.
      for i in 1..<3 { normal[i][i] += 0.02 * normal[0][0] + 1 }
      let plane = LinearSystem.solution(
        normal.flatMap { [Double($0.x), Double($0.y), Double($0.z)] },
        [Double(right.x), Double(right.y), Double(right.z)], leastPivot: 1e-12)
      if let plane { slope = SIMD2(Float(plane[1]), Float(plane[2])) }
      slope = slope.clamped(lowerBound: SIMD2(repeating: -1.5), upperBound: SIMD2(repeating: 1.5))
      base = sums / sumW
      reach = max(reach * 0.8, 0.5)
    }
    func power(_ x: Float) -> Float {
      Float(exponential(Double(min(max(x, -11), 5)) * 0.6931471805599453))
    }
    let (r, g, b) = (power(base.x), power(base.y), power(base.z))
    colour = LightCurve.withLuminance(SIMD4(r, g, b, 0))
  }

  private static func median(_ values: [SIMD3<Float>], _ channel: Int) -> Float {
    var counts = [Int](repeating: 0, count: 512)
    for value in values { counts[Int(min(max((value[channel] + 12) * 32, 0), 511))] += 1 }
    var sum = 0
    for (bin, count) in counts.enumerated() {
      sum += count
      if 2 * sum >= values.count { return (Float(bin) + 0.5) / 32 - 12 }
    }
    return 0
  }
}
