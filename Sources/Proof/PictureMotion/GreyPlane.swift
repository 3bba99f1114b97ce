import Features

extension GreyPicture {
  /// Whether a point lies in the picture, two pixels from its border.
  func contains(_ point: SIMD2<Double>) -> Bool {
    point.x >= 2 && point.y >= 2 && point.x <= Double(width) - 2 && point.y <= Double(height) - 2
  }

  /// A window of the picture as another one shows it: the pixel at `origin + (x, y)` is taken from
  /// where `map` brings it; beyond the border the last pixels repeat.
  ///
  /// Whole steps copy pixels, others are cubic convolutions (Keys 1981, a = -1/2).
  func window(
    from origin: SIMD2<Int>, width: Int, height: Int, through map: PictureSimilarity
  ) -> GreyPlane {
    var plane = GreyPlane(width: width, height: height)
    let isCopy = map.isWholeShift
    for y in 0..<height {
      for x in 0..<width {
        // Pixel centres are at half steps.
        let at = map(SIMD2(Double(origin.x + x) + 0.5, Double(origin.y + y) + 0.5)) - 0.5
        plane.values[y * width + x] =
          isCopy
          ? value(Int(at.x.rounded()), Int(at.y.rounded())) : cubic(at)
      }
    }
    return plane
  }

  private func value(_ x: Int, _ y: Int) -> Float {
    Float(bytes[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)])
  }

  private func cubic(_ at: SIMD2<Double>) -> Float {
    let low = at.rounded(.down)
    // Far outside all pixels are the last one; numbers stay small enough to be whole ones.
    let left = Int(min(max(low.x, -4), Double(width) + 4))
    let top = Int(min(max(low.y, -4), Double(height) + 4))
    let wx = Self.weights(Float(at.x - low.x))
    let wy = Self.weights(Float(at.y - low.y))
    var sum: Float = 0
    for row in 0..<4 {
      let y = top + row - 1
      let line = SIMD4(
        value(left - 1, y), value(left, y), value(left + 1, y), value(left + 2, y))
      sum += wy[row] * (line * wx).sum()
    }
    return sum
  }

  private static func weights(_ t: Float) -> SIMD4<Float> {
    let (t2, t3) = (t * t, t * t * t)
    return SIMD4(
      -0.5 * t + t2 - 0.5 * t3, 1 - 2.5 * t2 + 1.5 * t3, 0.5 * t + 2 * t2 - 1.5 * t3,
      -0.5 * t2 + 0.5 * t3)
  }
}

/// A window's brightness as floats, 0 to 255.
struct GreyPlane {
  let width: Int
  let height: Int
  var values: [Float]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    values = [Float](repeating: 0, count: width * height)
  }

  /// The plane at half the size: smoothed by 1 4 6 4 1 each way, every other pixel; the centre of
  /// pixel x is that of pixel 2 x here.
  func halved() -> GreyPlane {
    var wide = GreyPlane(width: (width + 1) / 2, height: height)
    for y in 0..<height {
      for x in 0..<wide.width {
        wide.values[y * wide.width + x] = Self.binomial(2 * x, width) { values[y * width + $0] }
      }
    }
    var small = GreyPlane(width: wide.width, height: (height + 1) / 2)
    for y in 0..<small.height {
      for x in 0..<small.width {
        small.values[y * small.width + x] = Self.binomial(2 * y, height) {
          wide.values[$0 * wide.width + x]
        }
      }
    }
    return small
  }

  @inline(__always)
  private static func binomial(_ i: Int, _ count: Int, _ value: (Int) -> Float) -> Float {
    let last = count - 1
    let ends = value(max(i - 2, 0)) + value(min(i + 2, last))
    let near = value(max(i - 1, 0)) + value(min(i + 1, last))
    return (ends + 4 * near + 6 * value(min(i, last))) / 16
  }
}
