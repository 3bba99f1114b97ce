internal import CComparison
internal import Foundation
internal import Imaging

/// Multi-scale structural similarity of luma.
///
/// Luma is that of Rec. 709, of the coded values.
/// By Z. Wang, E. P. Simoncelli, A. C. Bovik, "Multi-scale structural similarity for image quality
/// assessment", Asilomar 2003: windows of 11 x 11 with a Gaussian of 1.5 pixels, wholly in the picture;
/// contrast and structure at every scale, luminance at the last, each to the power of its weight; from
/// one scale to the next the mean of 2 x 2 (a last row or column without a partner is its own). A mean
/// below 0 is taken for 0.
///
/// A picture too small for 11 pixels at the fifth scale has as many scales as fit, with the weights
/// divided by their sum; one with a side below 11 has one scale, and windows that are cut to that
/// side. In a mask, a window counts as much as the share of its middle pixel that the mask covers, and
/// pixels outside the mask are taken to be the mean of both pictures.
struct StructuralSimilarity {
  /// What each scale counts, from the finest.
  static let weights = [0.0448, 0.2856, 0.3001, 0.2363, 0.1333]

  /// How many scales a picture has.
  static func scaleCount(width: Int, height: Int) -> Int {
    var (count, side) = (1, (min(width, height) + 1) / 2)
    while count < weights.count, side >= Int(CC_WINDOW_SIDE) {
      (count, side) = (count + 1, (side + 1) / 2)
    }
    return count
  }

  private let kernels: ComparisonKernels
  /// How much each pixel counts at each scale; none where all count.
  private let shares: [FloatPlane]

  /// Prepares the mask's scales.
  init(width: Int, height: Int, mask: PixelMask?, kernels: ComparisonKernels) {
    self.kernels = kernels
    guard let mask else {
      shares = []
      return
    }
    var shares = [FloatPlane(mask)]
    while shares.count < Self.scaleCount(width: width, height: height) {
      let last = shares[shares.count - 1]
      let half = FloatPlane(width: (last.width + 1) / 2, height: (last.height + 1) / 2, padding: 0)
      unsafe cc_halve_shares(last.samples, Int32(last.width), Int32(last.height), half.samples)
      shares.append(half)
    }
    self.shares = shares
  }

  /// The similarity of two opaque pictures of one size, 0 to 1.
  func measure(
    _ a: StraightRGBA8, _ b: StraightRGBA8, differences: ChannelDifferences
  ) -> Double {
    let scales = Self.scaleCount(width: a.width, height: a.height)
    let total = Self.weights[0..<scales].reduce(0, +)
    var similarity = 1.0
    var planes: (sum: FloatPlane, difference: FloatPlane)?
    for scale in 0..<scales {
      let isLast = scale == scales - 1
      let (width, height) = (planes?.sum.width ?? a.width, planes?.sum.height ?? a.height)
      let next = isLast ? nil : Self.halves(width, height)
      let missing = self.missing(
        a, b, differences, planes, next, scale: scale, width: width, height: height)
      let mean = 1 - (isLast ? missing.full : missing.contrast)
      similarity *= pow(max(0, mean), Self.weights[scale] / total)
      planes = next
    }
    return similarity
  }

  private static func halves(
    _ width: Int, _ height: Int
  ) -> (sum: FloatPlane, difference: FloatPlane) {
    let (width, height, slack) = ((width + 1) / 2, (height + 1) / 2, Int(CC_SLACK))
    return (
      FloatPlane(width: width, height: height, padding: slack),
      FloatPlane(width: width, height: height, padding: slack)
    )
  }

  /// What is missing to 1 at a scale, as means over the windows; fills the next scale.
  private func missing(
    _ a: StraightRGBA8, _ b: StraightRGBA8, _ differences: ChannelDifferences,
    _ planes: (sum: FloatPlane, difference: FloatPlane)?,
    _ next: (sum: FloatPlane, difference: FloatPlane)?, scale: Int, width: Int, height: Int
  ) -> (contrast: Double, full: Double) {
    let (columns, rows) = (min(width, Int(CC_WINDOW_SIDE)), min(height, Int(CC_WINDOW_SIDE)))
    let scratch = FloatPlane(width: cc_scratch_size(Int32(width)), height: 1, padding: 0)
    let (weights, sum) = windowWeights(scale, width, height, columns, rows)
    var input = unsafe cc_scale()
    unsafe input.width = Int32(width)
    unsafe input.height = Int32(height)
    unsafe Self.setWindow(&input.columns, columns)
    unsafe Self.setWindow(&input.rows, rows)
    unsafe input.column_count = Int32(columns)
    unsafe input.row_count = Int32(rows)
    unsafe input.weights = weights.map { unsafe UnsafePointer($0.samples) }
    unsafe input.half_sum = next?.sum.samples
    unsafe input.half_difference = next?.difference.samples
    unsafe input.half_stride = next?.sum.stride ?? 0
    let missing: cc_similarity
    if let planes {
      unsafe input.sum = UnsafePointer(planes.sum.samples)
      unsafe input.difference = UnsafePointer(planes.difference.samples)
      unsafe input.stride = planes.sum.stride
      missing = unsafe kernels.kernels.similarity(&input, scratch.samples)
    } else {
      missing = unsafe a.bytes.withUnsafeBufferPointer { a in
        unsafe b.bytes.withUnsafeBufferPointer { b in
          unsafe differences.levels.withUnsafeBufferPointer { levels in
            unsafe input.a = a.baseAddress
            unsafe input.b = b.baseAddress
            unsafe input.levels = levels.baseAddress
            return unsafe kernels.kernels.similarity(&input, scratch.samples)
          }
        }
      }
    }
    // The mask, which the weights come from, lives as long as this.
    return withExtendedLifetime((weights, planes, next)) {
      (missing.contrast / sum, missing.full / sum)
    }
  }

  /// The windows' weights at a scale, nil where all are 1, and their sum.
  private func windowWeights(
    _ scale: Int, _ width: Int, _ height: Int, _ columns: Int, _ rows: Int
  ) -> (FloatPlane?, Double) {
    let (wide, tall) = (width - columns + 1, height - rows + 1)
    guard shares.indices.contains(scale) else { return (nil, Double(wide * tall)) }
    let weights = FloatPlane(width: wide, height: tall, padding: 0)
    unsafe cc_window_weights(
      shares[scale].samples, Int32(width), Int32(height), Int32(columns), Int32(rows),
      weights.samples)
    return unsafe (weights, kernels.kernels.total(weights.samples, Int64(wide * tall)))
  }

  /// A Gaussian of 1.5 pixels with a sum of 1, from its middle to its end.
  private static func setWindow<Tuple>(_ window: inout Tuple, _ count: Int) {
    let middle = Double(count - 1) / 2
    let all = (0..<count).map { exp(-pow(Double($0) - middle, 2) / (2 * 1.5 * 1.5)) }
    let sum = all.reduce(0, +)
    unsafe withUnsafeMutableBytes(of: &window) { bytes in
      let weights = unsafe bytes.assumingMemoryBound(to: Float.self)
      for (i, value) in all[(count / 2)...].enumerated() { unsafe weights[i] = Float(value / sum) }
    }
  }
}
