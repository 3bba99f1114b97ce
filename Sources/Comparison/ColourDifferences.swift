import Imaging

/// Mean and 99.9th percentile of CIEDE2000 over the pixels that count.
struct ColourDifferences {
  let mean: Double
  let high: Double

  /// Measures pictures on each ground; of a pixel the larger difference is taken.
  ///
  /// The percentile is the smallest difference that at least 99.9 % of the pixels do not exceed.
  init(
    _ grounds: [(StraightRGBA8, StraightRGBA8)], where levels: [UInt8], comparedPixels: Int
  ) {
    var values: [Double] = []
    for pixel in levels.indices where levels[pixel] > 0 {
      var largest = 0.0
      for (a, b) in grounds {
        largest = max(largest, Self.colour(a, pixel).difference(to: Self.colour(b, pixel)))
      }
      values.append(largest)
    }
    mean = values.reduce(0, +) / Double(comparedPixels)
    values.sort(by: >)
    let above = comparedPixels / 1000
    high = above < values.count ? values[above] : 0
  }

  private static func colour(_ picture: StraightRGBA8, _ pixel: Int) -> CIELABColour {
    let i = 4 * pixel
    return CIELABColour(
      red: picture.bytes[i], green: picture.bytes[i + 1], blue: picture.bytes[i + 2])
  }
}
