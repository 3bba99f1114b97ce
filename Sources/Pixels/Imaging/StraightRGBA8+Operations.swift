public import Geometry

extension StraightRGBA8 {
  /// Makes a picture of one colour.
  public init(size: PixelSize<some CoordinateSpace>, filledWith colour: RGBA8) {
    self.init(size: size)
    for i in stride(from: 0, to: bytes.count, by: 4) {
      bytes[i] = colour.red
      bytes[i + 1] = colour.green
      bytes[i + 2] = colour.blue
      bytes[i + 3] = colour.alpha
    }
  }

  /// A part of the picture; nil where the rectangle is empty or does not lie in the picture.
  public func cropped(x: Int, y: Int, width: Int, height: Int) -> StraightRGBA8? {
    guard x >= 0, y >= 0, width > 0, height > 0, x <= self.width - width, y <= self.height - height
    else { return nil }
    var part: [UInt8] = []
    part.reserveCapacity(4 * width * height)
    for row in y..<(y + height) {
      let start = 4 * (row * self.width + x)
      part += bytes[start..<(start + 4 * width)]
    }
    return StraightRGBA8(width: width, height: height, bytes: part)
  }

  /// The picture seen in a mirror: left and right change places.
  public func flippedHorizontally() -> StraightRGBA8 {
    var flipped = self
    for y in 0..<height { for x in 0..<width { flipped[width - 1 - x, y] = self[x, y] } }
    return flipped
  }

  /// Replaces pixels by another picture's, whose top left corner goes to (x, y).
  ///
  /// What lies outside is left out.
  public mutating func paste(_ other: StraightRGBA8, x: Int, y: Int) {
    let columns = (-x..<(width - x)).clamped(to: 0..<other.width)
    let rows = (-y..<(height - y)).clamped(to: 0..<other.height)
    guard !columns.isEmpty else { return }
    for row in rows {
      let from = 4 * (row * other.width + columns.lowerBound)
      let to = 4 * ((y + row) * width + x + columns.lowerBound)
      let count = 4 * columns.count
      bytes.replaceSubrange(to..<(to + count), with: other.bytes[from..<(from + count)])
    }
  }

  /// The picture on a ground of one opaque colour.
  public func flattened(on ground: RGBA8) -> StraightRGBA8 {
    var flat = self
    for i in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = Int(bytes[i + 3])
      for (c, under) in [ground.red, ground.green, ground.blue].enumerated() {
        let sum = Int(bytes[i + c]) * alpha + Int(under) * (255 - alpha)
        flat.bytes[i + c] = UInt8((sum + 127) / 255)
      }
      flat.bytes[i + 3] = 255
    }
    return flat
  }

  /// The picture made smaller: each pixel is the mean of the area that it covers, weighted by
  /// alpha.
  ///
  /// A side that is asked to grow keeps its length. For contact sheets; layers on faces are
  /// filtered by the compositor.
  public func downscaled(width wanted: Int, height wantedHeight: Int) -> StraightRGBA8 {
    let (width, height) = (
      min(max(wanted, 1), self.width), min(max(wantedHeight, 1), self.height)
    )
    let columns = Self.shares(of: self.width, in: width)
    let rows = Self.shares(of: self.height, in: height)
    var small: [UInt8] = []
    small.reserveCapacity(4 * width * height)
    for row in rows {
      for column in columns {
        // Colour times alpha, and alpha, times the covered area.
        var sum = SIMD4<Double>.zero
        var area = 0.0
        for (y, tall) in row {
          for (x, wide) in column {
            let i = 4 * (y * self.width + x)
            let weighted = Double(bytes[i + 3]) * tall * wide
            let colour = SIMD3(Double(bytes[i]), Double(bytes[i + 1]), Double(bytes[i + 2]))
            sum += SIMD4(colour * weighted, weighted)
            area += tall * wide
          }
        }
        let colour = sum.w > 0 ? sum / sum.w : .zero
        small += [colour.x, colour.y, colour.z, sum.w / area].map { UInt8(($0 + 0.5)) }
      }
    }
    return StraightRGBA8(width: width, height: height, bytes: small) ?? self
  }

  /// Which of `count` samples each of `parts` equal parts covers, and how much of each.
  private static func shares(of count: Int, in parts: Int) -> [[(Int, Double)]] {
    let step = Double(count) / Double(parts)
    return (0..<parts).map { part in
      let (start, end) = (Double(part) * step, Double(part + 1) * step)
      return (Int(start)..<min(count, Int(end.rounded(.up)))).map { sample in
        (sample, min(end, Double(sample + 1)) - max(start, Double(sample)))
      }
    }
  }
}
