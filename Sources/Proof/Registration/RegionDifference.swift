import Imaging

/// The plain difference between two pictures in a region, byte by byte.
struct RegionDifference {
  /// Pixels of the region that differ in any byte.
  var changed = 0
  /// Pixels of the region.
  var count = 0
  /// The root mean square difference of the pixels that differ, in levels.
  var rootMeanSquare = 0.0
  /// What holds the region, or the pixels that differ where there is none; nil for nothing.
  var bounds: PixelWindow?

  init(_ a: StraightRGBA8, _ b: StraightRGBA8, _ mask: PixelMask?) {
    if mask == nil, a.bytes == b.bytes { return }
    var (left, right, top, bottom) = (Int.max, -1, Int.max, -1)
    var squares = 0
    let (first, second) = (a.bytes, b.bytes)
    for y in 0..<a.height {
      for x in 0..<a.width {
        let pixel = y * a.width + x
        if let mask, mask.bytes[pixel] == 0 { continue }
        count += 1
        let i = 4 * pixel
        var sum = 0
        for c in i..<(i + 4) {
          let d = Int(first[c]) - Int(second[c])
          sum += d * d
        }
        if sum > 0 {
          changed += 1
          squares += sum
        } else if mask == nil {
          continue
        }
        left = min(left, x)
        right = max(right, x)
        top = min(top, y)
        bottom = y
      }
    }
    guard changed > 0 else { return }
    rootMeanSquare = (Double(squares) / Double(3 * changed)).squareRoot()
    bounds = PixelWindow(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  /// What rounding leaves of a difference after smoothing, in levels.
  static let leastNoise: Float = 0.5
  /// What a codec at its usual qualities leaves of a difference, in levels.
  static let mostNoise: Float = 14

  /// The largest difference of smoothed pixels that is taken for noise, in levels: 1.5 times the
  /// 80th percentile of the largest differences of channels outside the region, 3 to 6; and
  /// ``leastNoise`` where four fifths are the same, as they never are behind a codec.
  ///
  /// What the colours explain, as an affine map of them by least squares, is taken off first: other
  /// colours everywhere are not noise.
  static func noise(_ a: StraightRGBA8, _ b: StraightRGBA8, outside mask: PixelMask?) -> Float {
    let pixels = a.width * a.height
    // A stride that shares no factor with a row's length, so as not to sample a column.
    var step = max(1, pixels / 20_000)
    while step > 1, a.width % step == 0 { step += 1 }
    var places: [Int] = []
    var matrix = SymmetricMatrix4()
    var sides = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)
    for pixel in stride(from: 0, to: pixels, by: step) {
      if let mask, mask.bytes[pixel] != 0 { continue }
      places.append(4 * pixel)
      let (colour, d) = colourAndDifference(a, b, 4 * pixel)
      matrix.rows.0 += colour * colour.x
      matrix.rows.1 += colour * colour.y
      matrix.rows.2 += colour * colour.z
      matrix.rows.3 += colour * colour.w
      sides.0 += colour * d.x
      sides.1 += colour * d.y
      sides.2 += colour * d.z
    }
    guard places.count >= 64 else { return leastNoise }
    let (values, vectors) = matrix.eigen()
    func row(_ side: SIMD4<Double>) -> SIMD4<Double> {
      var row = SIMD4<Double>.zero
      for i in 0..<4 where values[i] > 1e-6 * values.max() {
        row += vectors[i] * ((vectors[i] * side).sum() / values[i])
      }
      return row
    }
    let rows = (row(sides.0), row(sides.1), row(sides.2))
    var counts = [Int](repeating: 0, count: 256)
    for place in places {
      let (colour, d) = colourAndDifference(a, b, place)
      let mapped = SIMD3(
        (rows.0 * colour).sum(), (rows.1 * colour).sum(), (rows.2 * colour).sum())
      let rest = d - mapped
      counts[min(Int(max(rest.max(), -rest.min())), 255)] += 1
    }
    var (level, seen) = (0, 0)
    while 5 * (seen + counts[level]) <= 4 * places.count {
      seen += counts[level]
      level += 1
    }
    return level == 0 ? leastNoise : min(max(1.5 * Float(level), 3), 6)
  }

  /// A pixel's colour over 255 with a 1, and its difference in levels, weighted by opacity.
  private static func colourAndDifference(
    _ a: StraightRGBA8, _ b: StraightRGBA8, _ i: Int
  ) -> (SIMD4<Double>, SIMD3<Double>) {
    func colour(_ p: StraightRGBA8) -> SIMD3<Double> {
      SIMD3(Double(p.bytes[i]), Double(p.bytes[i + 1]), Double(p.bytes[i + 2]))
        * (Double(p.bytes[i + 3]) / 255)
    }
    let (first, second) = (colour(a), colour(b))
    return (SIMD4(first / 255, 1), first - second)
  }
}
