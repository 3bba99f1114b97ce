import Imaging

/// A yes or no a pixel of a window, with the few operations that the masks of a fit need.
struct PixelField {
  let width: Int
  let height: Int
  var bytes: [UInt8]

  init(width: Int, height: Int, bytes: [UInt8]) {
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// A mask's pixels in a window, `step` by `step` made one where half of them or more count.
  init(_ mask: PixelMask, window: PixelWindow, step: Int) {
    width = (window.width + step - 1) / step
    height = (window.height + step - 1) / step
    var sums = [Int](repeating: 0, count: width * height)
    for row in 0..<window.height {
      let start = (window.y + row) * mask.width + window.x
      for column in 0..<window.width {
        sums[row / step * width + column / step] += Int(mask.bytes[start + column])
      }
    }
    bytes = sums.map { 2 * $0 >= step * step ? 1 : 0 }
  }

  /// The pixels in which two pictures differ by more than a threshold in some channel.
  init(difference a: FloatImage, _ b: FloatImage, over threshold: Float) {
    (width, height) = (a.width, a.height)
    bytes = [UInt8](repeating: 0, count: width * height)
    for i in bytes.indices {
      let d = a.pixels[i] - b.pixels[i]
      bytes[i] = max(d.max(), -d.min()) > threshold ? 1 : 0
    }
  }

  /// The pixels in which a picture is not transparent.
  init(support a: FloatImage, over threshold: Float) {
    (width, height) = (a.width, a.height)
    bytes = a.pixels.map { $0.w > threshold ? 1 : 0 }
  }

  var count: Int { bytes.reduce(0) { $0 + Int($1) } }

  /// The pixels that count in both.
  func and(_ other: PixelField) -> PixelField {
    var both = self
    for i in both.bytes.indices { both.bytes[i] &= other.bytes[i] }
    return both
  }

  /// The pixels that count in one or both.
  func or(_ other: PixelField) -> PixelField {
    var either = self
    for i in either.bytes.indices { either.bytes[i] |= other.bytes[i] }
    return either
  }

  /// Whether a point lies in a pixel that counts.
  @inline(__always)
  func contains(_ p: SIMD2<Float>) -> Bool {
    let (x, y) = (Int(p.x), Int(p.y))
    return p.x >= 0 && p.y >= 0 && x < width && y < height && bytes[y * width + x] != 0
  }

  /// The pixels within `radius` columns and rows of one that counts.
  func dilated(by radius: Int) -> PixelField {
    guard radius > 0 else { return self }
    var wide = self
    for y in 0..<height {
      Self.spread(from: bytes, to: &wide.bytes, y * width, 1, width, radius)
    }
    var result = wide
    for x in 0..<width {
      Self.spread(from: wide.bytes, to: &result.bytes, x, width, height, radius)
    }
    return result
  }

  /// Spreads ones along a line by `radius`: the distance to the last one seen, there and back.
  private static func spread(
    from old: [UInt8], to new: inout [UInt8], _ start: Int, _ stride: Int, _ count: Int,
    _ radius: Int
  ) {
    var since = radius
    for i in 0..<count {
      since = old[start + i * stride] != 0 ? 0 : since + 1
      if since <= radius { new[start + i * stride] = 1 }
    }
    since = radius
    for i in (0..<count).reversed() {
      since = old[start + i * stride] != 0 ? 0 : since + 1
      if since <= radius { new[start + i * stride] = 1 }
    }
  }

  /// The field at half the size: a pixel counts where at least two of its four do.
  func halved() -> PixelField {
    let (w, h) = ((width + 1) / 2, (height + 1) / 2)
    var small = [UInt8](repeating: 0, count: w * h)
    for y in 0..<h {
      let (top, bottom) = (2 * y * width, min(2 * y + 1, height - 1) * width)
      for x in 0..<w {
        let (left, right) = (2 * x, min(2 * x + 1, width - 1))
        let upper = bytes[top + left] + bytes[top + right]
        small[y * w + x] = upper + bytes[bottom + left] + bytes[bottom + right] >= 2 ? 1 : 0
      }
    }
    return PixelField(width: w, height: h, bytes: small)
  }

  /// The mean of the pixels' centres, in pixels from the window's corner; nil for none.
  var centroid: SIMD2<Double>? {
    var (sx, sy, n) = (0, 0, 0)
    for y in 0..<height {
      for x in 0..<width where bytes[y * width + x] != 0 {
        sx += x
        sy += y
        n += 1
      }
    }
    guard n > 0 else { return nil }
    return SIMD2(Double(sx), Double(sy)) / Double(n) + 0.5
  }
}
