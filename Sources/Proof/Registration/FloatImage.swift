import Imaging

/// A part of a picture as floats, colour multiplied by alpha: R, G, B, A of 0 to 255 a pixel.
///
/// Only multiplied colours may be averaged and compared: a transparent pixel's colour means nothing.
struct FloatImage {
  let width: Int
  let height: Int
  var pixels: [SIMD4<Float>]

  /// The pixels of a window that lies in the picture, `step` by `step` averaged into one.
  init(_ picture: StraightRGBA8, window: PixelWindow, step: Int) {
    width = (window.width + step - 1) / step
    height = (window.height + step - 1) / step
    pixels = [SIMD4<Float>](repeating: .zero, count: width * height)
    let bytes = picture.bytes
    for row in 0..<window.height {
      let out = row / step * width
      var i = 4 * ((window.y + row) * picture.width + window.x)
      for column in 0..<window.width {
        let alpha = Float(bytes[i + 3])
        let colour = SIMD4(Float(bytes[i]), Float(bytes[i + 1]), Float(bytes[i + 2]), 255)
        let pixel = colour * (alpha / 255)
        if step == 1 {
          pixels[out + column] = pixel
        } else {
          pixels[out + column / step] += pixel
        }
        i += 4
      }
    }
    guard step > 1 else { return }
    for y in 0..<height {
      let tall = min(step, window.height - y * step)
      for x in 0..<width {
        let wide = min(step, window.width - x * step)
        pixels[y * width + x] /= Float(tall * wide)
      }
    }
  }

  private init(width: Int, height: Int, pixels: [SIMD4<Float>]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// The picture at half the size: each pixel the mean of four, an odd last row or column repeated.
  func halved() -> FloatImage {
    let (w, h) = ((width + 1) / 2, (height + 1) / 2)
    var small = [SIMD4<Float>](repeating: .zero, count: w * h)
    for y in 0..<h {
      let (top, bottom) = (2 * y * width, min(2 * y + 1, height - 1) * width)
      for x in 0..<w {
        let (left, right) = (2 * x, min(2 * x + 1, width - 1))
        let upper = pixels[top + left] + pixels[top + right]
        let lower = pixels[bottom + left] + pixels[bottom + right]
        small[y * w + x] = (upper + lower) * 0.25
      }
    }
    return FloatImage(width: w, height: h, pixels: small)
  }

  /// The picture smoothed by the binomial filter 1 4 6 4 1 each way, a standard deviation of a
  /// pixel; pixels beyond the border repeat the last.
  ///
  /// Hard outlines, one pixel wide, hold frequencies that no interpolation can move by a part of
  /// a pixel. Smoothing takes them out, and commutes with the move that is sought.
  func smoothed() -> FloatImage {
    var wide = pixels
    Self.smooth(pixels, into: &wide, lines: height, apart: width, count: width, stride: 1)
    var result = wide
    Self.smooth(wide, into: &result, lines: width, apart: 1, count: height, stride: width)
    return FloatImage(width: width, height: height, pixels: result)
  }

  private static func smooth(
    _ old: [SIMD4<Float>], into new: inout [SIMD4<Float>], lines: Int, apart: Int, count: Int,
    stride: Int
  ) {
    for i in 0..<count {
      let (before, after) = (max(i - 1, 0) * stride, min(i + 1, count - 1) * stride)
      let (first, last) = (max(i - 2, 0) * stride, min(i + 2, count - 1) * stride)
      let here = i * stride
      for line in 0..<lines {
        let start = line * apart
        let ends = old[start + first] + old[start + last]
        let near = old[start + before] + old[start + after]
        new[start + here] = (ends + near * 4 + old[start + here] * 6) * (1 / 16)
      }
    }
  }

  /// Whether a point lies in the picture: no sample of such a point is made up.
  @inline(__always)
  func contains(_ p: SIMD2<Float>) -> Bool {
    p.x >= 0.5 && p.y >= 0.5 && p.x <= Float(width) - 0.5 && p.y <= Float(height) - 0.5
  }

  /// The value at a point that the picture contains, linear between the four pixels around it.
  @inline(__always)
  func linear(at p: SIMD2<Float>) -> SIMD4<Float> {
    let (x, y) = (p.x - 0.5, p.y - 0.5)
    let (left, top) = (Int(x), Int(y))
    let (u, v) = (x - Float(left), y - Float(top))
    let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
    let (row, next) = (top * width, bottom * width)
    let upper = pixels[row + left] * (1 - u) + pixels[row + right] * u
    let lower = pixels[next + left] * (1 - u) + pixels[next + right] * u
    return upper * (1 - v) + lower * v
  }

  /// The value at a point that the picture contains, by the cubic convolution of Keys (1981) with
  /// a = -1/2, which repeats parabolas exactly; pixels beyond the border repeat the last.
  @inline(__always)
  func cubic(at p: SIMD2<Float>) -> SIMD4<Float> {
    let (x, y) = (p.x - 0.5, p.y - 0.5)
    let (left, top) = (Int(x), Int(y))
    guard left >= 1, top >= 1, left + 2 < width, top + 2 < height else { return linear(at: p) }
    let (wx, wy) = (Self.weights(x - Float(left)), Self.weights(y - Float(top)))
    var sum = SIMD4<Float>.zero
    var i = (top - 1) * width + left - 1
    for row in 0..<4 {
      let ends = pixels[i] * wx.x + pixels[i + 3] * wx.w
      let middle = pixels[i + 1] * wx.y + pixels[i + 2] * wx.z
      sum += (ends + middle) * wy[row]
      i += width
    }
    return sum
  }

  @inline(__always)
  private static func weights(_ t: Float) -> SIMD4<Float> {
    let (t2, t3) = (t * t, t * t * t)
    return SIMD4(
      -0.5 * t + t2 - 0.5 * t3, 1 - 2.5 * t2 + 1.5 * t3, 0.5 * t + 2 * t2 - 1.5 * t3,
      -0.5 * t2 + 0.5 * t3)
  }
}

/// A rectangle of pixels.
struct PixelWindow {
  var x, y, width, height: Int
}
