internal import CComparison
internal import Imaging

/// Mean and 99.9th percentile of CIEDE2000 over the pixels that count.
///
/// Computed in single precision; over 8-bit colours it is within 0.001 of the formula in float64
/// (`CIELABColour.difference`), unless two hues are opposite to within a hundredth of a degree, where
/// the formula itself jumps.
struct ColourDifferences {
  /// The differences of the pixels whose channels differ, in the pictures' order; then some numbers
  /// without meaning.
  let values: [Float]
  let mean: Double
  let high: Double

  /// Measures pictures on each background; of a pixel the larger difference is taken.
  ///
  /// The percentile is the least difference that at most one pixel in a thousand exceeds.
  init(
    _ backgrounds: ComparedBackgrounds, where differences: ChannelDifferences, comparedPixels: Int,
    kernels: ComparisonKernels
  ) {
    var values = [Float](repeating: 0, count: differences.count + 8)
    for (index, pair) in backgrounds.pairs.enumerated() {
      if index == 0 {
        Self.fill(&values, pair.a, pair.b, differences, kernels)
      } else {
        var others = [Float](repeating: 0, count: values.count)
        Self.fill(&others, pair.a, pair.b, differences, kernels)
        for i in values.indices { values[i] = max(values[i], others[i]) }
      }
    }
    self.values = values
    let count = Int64(differences.count)
    (mean, high) = unsafe values.withUnsafeBufferPointer { values in
      guard let values = values.baseAddress, comparedPixels > 0 else { return (0, 0) }
      return unsafe (
        kernels.kernels.total(values, count) / Double(comparedPixels),
        Double(cc_ranked(values, count, Int64(comparedPixels / 1000)))
      )
    }
  }

  private static func fill(
    _ values: inout [Float], _ a: StraightRGBA8, _ b: StraightRGBA8,
    _ differences: ChannelDifferences, _ kernels: ComparisonKernels
  ) {
    unsafe linearLight.withUnsafeBufferPointer { light in
      unsafe a.bytes.withUnsafeBufferPointer { a in
        unsafe b.bytes.withUnsafeBufferPointer { b in
          unsafe differences.levels.withUnsafeBufferPointer { levels in
            unsafe values.withUnsafeMutableBufferPointer { values in
              guard let light = light.baseAddress, let a = a.baseAddress, let b = b.baseAddress,
                let start = levels.baseAddress, let values = values.baseAddress
              else { return }
              _ = unsafe kernels.kernels.colour_differences(
                light, a, b, start, Int64(levels.count), values)
            }
          }
        }
      }
    }
  }

  private static let linearLight = (0...255).map { Float(CIELABColour.linear($0)) }
}
