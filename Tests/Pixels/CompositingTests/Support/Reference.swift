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

  /// The channels of a picture in the encoding of a format, premultiplied, as they lie in a plane.
  init(_ picture: StraightRGBA8, _ format: PixelFormat, plane: Int) {
    (width, height) = (picture.width, picture.height)
    texels = []
    let channels = format.channels(ofPlane: plane)
    for y in 0..<height {
      for x in 0..<width {
        let levels = Self.levels(of: picture[x, y], format)
        let a = Double(picture[x, y].alpha) / 255
        texels.append(channels.map { levels[$0] * a } + [a])
      }
    }
  }

  /// The levels of a colour in a format, not premultiplied and not rounded.
  static func levels(of p: RGBA8, _ format: PixelFormat) -> [Double] {
    levels(Double(p.red) / 255, Double(p.green) / 255, Double(p.blue) / 255, format)
  }

  /// The levels of a colour whose channels run over 0...1.
  static func levels(_ r: Double, _ g: Double, _ b: Double, _ format: PixelFormat) -> [Double] {
    guard case .yuv(let layout, let encoding) = format else {
      return [255 * r, 255 * g, 255 * b, 255]
    }
    let (kr, kb) =
      switch encoding.matrix {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      case .smpte240m: (0.212, 0.087)
      case .fcc: (0.30, 0.11)
      }
    let y = kr * r + (1 - kr - kb) * g + kb * b
    let (cb, cr) = ((b - y) / (2 * (1 - kb)), (r - y) / (2 * (1 - kr)))
    if encoding.fullRange {
      let (white, grey) = layout.bitDepth == 10 ? (1023.0, 512.0) : (255, 128)
      return [white * y, grey + white * cb, grey + white * cr]
    }
    let unit = layout.bitDepth == 10 ? 4.0 : 1
    return [(16 + 219 * y) * unit, (128 + 224 * cb) * unit, (128 + 224 * cr) * unit]
  }

  /// R', G', B' over 0...1 of a 4:4:4 canvas's pixels: `levels` solved for the colour.
  ///
  /// Random levels are of colours that no screen has, too.
  static func colours(of canvas: TestPicture) -> [[Double]] {
    let black = levels(0, 0, 0, canvas.format)
    let primaries = [(1.0, 0.0, 0.0), (0, 1, 0), (0, 0, 1)].map { p in
      zip(levels(p.0, p.1, p.2, canvas.format), black).map { $0 - $1 }
    }
    // Cramer's rule; columns are the primaries.
    func determinant(_ a: [Double], _ b: [Double], _ c: [Double]) -> Double {
      a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
    }
    let (r, g, b) = (primaries[0], primaries[1], primaries[2])
    let whole = determinant(r, g, b)
    return canvas.levels().map { pixel in
      let p = (0..<3).map { pixel[$0] - black[$0] }
      return [determinant(p, g, b), determinant(r, p, b), determinant(r, g, p)].map { $0 / whole }
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

  /// The mean of n x n samples spread evenly over a rectangle of the picture.
  func mean(
    _ back: Homography<OutputSpace, ArtworkSpace>, x: Double, y: Double, width: Double,
    height: Double, n: Int,
    sign: Double
  ) -> [Double] {
    var sum = [Double](repeating: 0, count: texels[0].count)
    for j in 0..<n {
      for i in 0..<n {
        let s = sample(
          back, x + (Double(i) + 0.5) / Double(n) * width,
          y + (Double(j) + 0.5) / Double(n) * height, sign: sign)
        for c in sum.indices { sum[c] += s[c] / Double(n * n) }
      }
    }
    return sum
  }
}

extension TestPicture {
  /// The middle of a plane's sample in the picture.
  func place(_ plane: Int, _ x: Int, _ y: Int) -> (x: Double, y: Double) {
    guard case .yuv(let layout, let encoding) = format, plane > 0 else {
      return (Double(x) + 0.5, Double(y) + 0.5)
    }
    let across = layout == .yuv444p || layout == .yuv444p10 ? 1.0 : 2.0
    let down = [.yuv420p, .nv12, .yuv420p10, .p010].contains(layout) ? 2.0 : 1
    // From a block's upper left corner.
    let isLeft = across == 1 || encoding.chromaSiting != .centre
    let isTop = down == 1 || encoding.chromaSiting == .topLeft
    return (Double(x) * across + (isLeft ? 0.5 : 1), Double(y) * down + (isTop ? 0.5 : 1))
  }

  /// Source-over of a picture in float64, not rounded, for each plane.
  ///
  /// - Parameter grid: how many samples each way stand for a pixel's square; 1 is plain
  ///   bilinear at its middle.
  func composited(
    _ picture: StraightRGBA8, at homography: Homography<ArtworkSpace, OutputSpace>,
    opacity: Double = 1, samples grid: Int = 1, planes wanted: Range<Int> = 0..<3
  ) -> [[Double]] {
    // Of a flat homography nothing is seen.
    guard let back = homography.inverse else {
      return planes.indices.map { samples(ofPlane: $0).map(Double.init) }
    }
    let middle = Point2<ArtworkSpace>(Double(picture.width) / 2, Double(picture.height) / 2)
    // inverse() keeps signs such that weight(back) has the sign of weight(forth).
    let sign = homography.weight(at: middle) > 0 ? 1.0 : -1.0
    return planes.indices.clamped(to: wanted).map { plane in
      let reference = Reference(picture, format, plane: plane)
      let size = layout(plane)
      let channels = format.channels(ofPlane: plane).count
      let (across, down) = (size.width == width ? 1.0 : 2.0, size.height == height ? 1.0 : 2.0)
      var result = samples(ofPlane: plane).map(Double.init)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let at = place(plane, x, y)
          let s =
            grid == 1
            ? reference.sample(back, at.x, at.y, sign: sign)
            : reference.mean(
              back, x: at.x - across / 2, y: at.y - down / 2, width: across, height: down, n: grid,
              sign: sign)
          let alpha = s[s.count - 1] * opacity
          for c in 0..<channels {
            let i = (y * size.width + x) * channels + c
            result[i] = s[c] * opacity + (1 - alpha) * result[i]
          }
        }
      }
      return result
    }
  }

  /// The largest difference to unrounded levels, plane by plane.
  func largestDifference(to levels: [[Double]]) -> [Double] {
    let largest = Double(format.largestLevel)
    return zip(planes.indices, levels).map { plane, reference in
      zip(samples(ofPlane: plane), reference).map { abs(Double($0) - min(max($1, 0), largest)) }
        .max() ?? 0
    }
  }
}
