package import Imaging

extension StraightRGBA8 {
  /// The picture on mid grey where it is not opaque.
  package var flattened: StraightRGBA8 {
    isOpaque ? self : flattened(on: RGBA8(128, 128, 128))
  }

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
  /// The same as `downscaled`, in less time: first along rows, then along columns.
  package func reduced(to side: Int) -> StraightRGBA8 {
    let (newWidth, newHeight) = size(fitting: side)
    guard newWidth < width || newHeight < height else { return self }
    let columns = Self.shares(of: width, in: newWidth)
    let rows = Self.shares(of: height, in: newHeight)
    let bytes = self.bytes
    var small = [UInt8](repeating: 255, count: 4 * newWidth * newHeight)
    var sums = [SIMD4<Float>](repeating: .zero, count: newWidth)
    for (y, row) in rows.enumerated() {
      for x in 0..<newWidth { sums[x] = .zero }
      for sourceRow in row.samples {
        let start = sourceRow * width
        let tall = row.share(of: sourceRow)
        for x in 0..<newWidth {
          let column = columns[x]
          var sum = SIMD4<Float>.zero
          for sourceColumn in column.samples {
            let i = 4 * (start + sourceColumn)
            let pixel = SIMD4(bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3])
            sum += SIMD4<Float>(pixel) * column.share(of: sourceColumn)
          }
          sums[x] += sum * tall
        }
      }
      for x in 0..<newWidth {
        let i = 4 * (y * newWidth + x)
        // A mean of bytes is one, but for what sums in single precision lose.
        let pixel = (sums[x] + 0.5).clamped(lowerBound: .zero, upperBound: .init(repeating: 255))
        small[i] = UInt8(pixel.x)
        small[i + 1] = UInt8(pixel.y)
        small[i + 2] = UInt8(pixel.z)
      }
    }
    return StraightRGBA8(width: newWidth, height: newHeight, bytes: small) ?? self
  }

  /// The samples that a part covers, and which share of it each makes up.
  private struct Share {
    var samples: Range<Int>
    var first, middle, last: Float

    func share(of sample: Int) -> Float {
      sample == samples.lowerBound ? first : sample == samples.upperBound - 1 ? last : middle
    }
  }

  /// The shares of some equal parts.
  private static func shares(of count: Int, in parts: Int) -> [Share] {
    let step = Double(count) / Double(parts)
    return (0..<parts).map { part in
      let (start, end) = (Double(part) * step, Double(part + 1) * step)
      let samples = Int(start)..<max(Int(start) + 1, min(count, Int(end.rounded(.up))))
      func share(_ sample: Int) -> Float {
        Float((min(end, Double(sample + 1)) - max(start, Double(sample))) / step)
      }
      return Share(
        samples: samples, first: share(samples.lowerBound), middle: Float(1 / step),
        last: share(samples.upperBound - 1))
    }
  }
}
