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

  /// The largest difference that is taken for noise, in levels: thrice the median difference of a
  /// sample of pixels outside the region, 1 (rounding) to 12.
  static func noise(_ a: StraightRGBA8, _ b: StraightRGBA8, outside mask: PixelMask?) -> Int {
    var counts = [Int](repeating: 0, count: 256)
    var total = 0
    let pixels = a.width * a.height
    // A stride that shares no factor with a row's length, so as not to sample a column.
    var step = max(1, pixels / 40_000)
    while step > 1, a.width % step == 0 { step += 1 }
    for pixel in stride(from: 0, to: pixels, by: step) {
      if let mask, mask.bytes[pixel] != 0 { continue }
      let i = 4 * pixel
      var largest = 0
      for c in i..<(i + 4) { largest = max(largest, abs(Int(a.bytes[c]) - Int(b.bytes[c]))) }
      counts[largest] += 1
      total += 1
    }
    guard total >= 64 else { return 1 }
    var (median, seen) = (0, 0)
    while seen + counts[median] <= total / 2 {
      seen += counts[median]
      median += 1
    }
    return min(max(3 * median, 1), 12)
  }
}
