internal import Geometry
internal import Imaging

extension StraightRGBA8 {
  /// The size that fits into a square of a side, with the picture's proportions; never larger.
  func size(fitting side: Int) -> (width: Int, height: Int) {
    let longest = max(width, height)
    guard longest > side else { return (width, height) }
    let scale = Double(side) / Double(longest)
    return (
      max(1, Int((Double(width) * scale).rounded())),
      max(1, Int((Double(height) * scale).rounded()))
    )
  }

  /// An opaque picture made smaller: each pixel is the mean of the area that it covers.
  ///
  /// The same as `downscaled`, in a fifth of its time: first along rows, then along columns.
  func reduced(to side: Int) -> StraightRGBA8 {
    let (newWidth, newHeight) = size(fitting: side)
    guard newWidth < width || newHeight < height else { return self }
    let columns = Self.shares(of: width, in: newWidth)
    let rows = Self.shares(of: height, in: newHeight)
    var small = [UInt8](repeating: 255, count: 4 * newWidth * newHeight)
    var sums = [SIMD4<Float>](repeating: .zero, count: newWidth)
    for (y, row) in rows.enumerated() {
      for x in sums.indices { sums[x] = .zero }
      for (sourceRow, tall) in row {
        let start = sourceRow * width
        for x in sums.indices {
          var sum = SIMD4<Float>.zero
          for (sourceColumn, wide) in columns[x] {
            let i = 4 * (start + sourceColumn)
            let pixel = SIMD4(bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3])
            sum += SIMD4<Float>(pixel) * wide
          }
          sums[x] += sum * tall
        }
      }
      for x in sums.indices {
        for c in 0..<3 { small[4 * (y * newWidth + x) + c] = UInt8(min(255, sums[x][c] + 0.5)) }
      }
    }
    return StraightRGBA8(width: newWidth, height: newHeight, bytes: small) ?? self
  }

  /// Which samples each of some equal parts covers, and which share of it each makes up.
  private static func shares(of count: Int, in parts: Int) -> [[(Int, Float)]] {
    let step = Double(count) / Double(parts)
    return (0..<parts).map { part in
      let (start, end) = (Double(part) * step, Double(part + 1) * step)
      return (Int(start)..<min(count, Int(end.rounded(.up)))).map { sample in
        (sample, Float((min(end, Double(sample + 1)) - max(start, Double(sample))) / step))
      }
    }
  }
}
