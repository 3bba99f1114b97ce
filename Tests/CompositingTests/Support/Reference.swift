import Geometry
import Imaging

/// The formulas of compositing in float64, pixel by pixel, as they are written in books.
///
/// What the engine is measured against; it shares no code with it.
struct Reference {
  /// Premultiplied levels (0...255) of the channels and alpha (0...1), row by row.
  let width: Int
  let height: Int
  var texels: [[Double]]

  /// The channels of a picture in the encoding of a format, premultiplied.
  ///
  /// - Parameter plane: the plane that the channels are for.
  init(_ picture: StraightRGBA8, _ format: PixelFormat, plane: Int) {
    (width, height) = (picture.width, picture.height)
    texels = []
    for y in 0..<height {
      for x in 0..<width {
        let p = picture[x, y]
        let (r, g, b) = (Double(p.red), Double(p.green), Double(p.blue))
        let a = Double(p.alpha) / 255
        switch format {
        case .premultipliedRGBA8:
          texels.append([r * a, g * a, b * a, 255 * a, a])
        case .yuv420p8(let encoding):
          texels.append([Self.level(r / 255, g / 255, b / 255, encoding, plane) * a, a])
        }
      }
    }
  }

  /// Y, Cb or Cr of a colour in levels.
  static func level(
    _ r: Double, _ g: Double, _ b: Double, _ encoding: YUVEncoding, _ plane: Int
  ) -> Double {
    let (kr, kb) =
      switch encoding.matrix {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
    let y = kr * r + (1 - kr - kb) * g + kb * b
    switch plane {
    case 0: return encoding.fullRange ? 255 * y : 16 + 219 * y
    case 1: return 128 + (encoding.fullRange ? 255 : 224) * (b - y) / (2 * (1 - kb))
    default: return 128 + (encoding.fullRange ? 255 : 224) * (r - y) / (2 * (1 - kr))
    }
  }

  private func texel(_ x: Int, _ y: Int) -> [Double] {
    guard x >= 0, y >= 0, x < width, y < height else {
      return [Double](repeating: 0, count: texels[0].count)
    }
    return texels[y * width + x]
  }

  /// Bilinear at artwork coordinates.
  func bilinear(_ x: Double, _ y: Double) -> [Double] {
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    guard left > -2, top > -2, left < Double(width), top < Double(height) else {
      return [Double](repeating: 0, count: texels[0].count)
    }
    let (fx, fy) = (x - 0.5 - left, y - 0.5 - top)
    let (i, j) = (Int(left), Int(top))
    let (a, b) = (texel(i, j), texel(i + 1, j))
    let (c, d) = (texel(i, j + 1), texel(i + 1, j + 1))
    return a.indices.map {
      (a[$0] * (1 - fx) + b[$0] * fx) * (1 - fy) + (c[$0] * (1 - fx) + d[$0] * fx) * fy
    }
  }

  /// The channels at a point of the picture, nothing where the point lies behind the horizon.
  func sample(
    _ back: Homography<OutputSpace, ArtworkSpace>, _ x: Double, _ y: Double, sign: Double
  ) -> [Double] {
    let point = Point2<OutputSpace>(x, y)
    guard back.weight(at: point) * sign > 0, let p = back(point) else {
      return [Double](repeating: 0, count: texels[0].count)
    }
    return bilinear(p.x, p.y)
  }

  /// The mean of n x n samples spread evenly over a square of the picture.
  func mean(
    _ back: Homography<OutputSpace, ArtworkSpace>, x: Double, y: Double, side: Double, n: Int,
    sign: Double
  ) -> [Double] {
    var sum = [Double](repeating: 0, count: texels[0].count)
    for j in 0..<n {
      for i in 0..<n {
        let s = sample(
          back, x + (Double(i) + 0.5) / Double(n) * side, y + (Double(j) + 0.5) / Double(n) * side,
          sign: sign)
        for c in sum.indices { sum[c] += s[c] / Double(n * n) }
      }
    }
    return sum
  }
}

extension Canvas {
  /// The middle of a plane's sample in the picture.
  func place(_ plane: Int, _ x: Int, _ y: Int) -> (x: Double, y: Double) {
    guard case .yuv420p8(let encoding) = format, plane > 0 else {
      return (Double(x) + 0.5, Double(y) + 0.5)
    }
    return switch encoding.chromaSiting {
    case .left: (Double(2 * x) + 0.5, Double(2 * y) + 1)
    case .centre: (Double(2 * x) + 1, Double(2 * y) + 1)
    case .topLeft: (Double(2 * x) + 0.5, Double(2 * y) + 0.5)
    }
  }

  /// Source-over of a picture in float64, not rounded, for each plane.
  ///
  /// - Parameter samples: how many samples each way stand for a pixel's square; 1 is plain
  ///   bilinear at its middle.
  func composited(
    _ picture: StraightRGBA8, at homography: Homography<ArtworkSpace, OutputSpace>,
    opacity: Double = 1, samples: Int = 1, planes wanted: Range<Int> = 0..<3
  ) -> [[Double]] {
    // Of a flat homography nothing is seen.
    guard let back = homography.inverse else { return planes.map { $0.map(Double.init) } }
    let middle = Point2<ArtworkSpace>(Double(picture.width) / 2, Double(picture.height) / 2)
    // inverse() keeps signs such that weight(back) has the sign of weight(forth).
    let sign = homography.weight(at: middle) > 0 ? 1.0 : -1.0
    return planes.indices.clamped(to: wanted).map { plane in
      let reference = Reference(picture, format, plane: plane)
      let size = layout(plane)
      let side = size.width == width ? 1.0 : 2.0
      var result = planes[plane].map(Double.init)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let at = place(plane, x, y)
          let s =
            samples == 1
            ? reference.sample(back, at.x, at.y, sign: sign)
            : reference.mean(
              back, x: at.x - side / 2, y: at.y - side / 2, side: side, n: samples, sign: sign)
          let alpha = s[s.count - 1] * opacity
          for c in 0..<size.bytes {
            let i = (y * size.width + x) * size.bytes + c
            result[i] = s[c] * opacity + (1 - alpha) * result[i]
          }
        }
      }
      return result
    }
  }

  /// The largest difference to unrounded levels, plane by plane.
  func largestDifference(to levels: [[Double]]) -> [Double] {
    zip(planes, levels).map { bytes, reference in
      zip(bytes, reference).map { abs(Double($0) - min(max($1, 0), 255)) }.max() ?? 0
    }
  }
}
