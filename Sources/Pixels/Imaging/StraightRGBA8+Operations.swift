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
    flipped.flipHorizontally()
    return flipped
  }

  /// Flips the picture in place: left and right change places.
  public mutating func flipHorizontally() {
    let width = width
    unsafe bytes.withUnsafeMutableBytes { bytes in
      // Pixel by pixel from both ends of a row, each by one load and one store of its four bytes.
      for row in stride(from: 0, to: bytes.count, by: 4 * width) {
        var (left, right) = (row, row + 4 * (width - 1))
        while left < right {
          let pixel = unsafe bytes.loadUnaligned(fromByteOffset: left, as: UInt32.self)
          unsafe bytes.storeBytes(
            of: bytes.loadUnaligned(fromByteOffset: right, as: UInt32.self), toByteOffset: left,
            as: UInt32.self)
          unsafe bytes.storeBytes(of: pixel, toByteOffset: right, as: UInt32.self)
          (left, right) = (left + 4, right - 4)
        }
      }
    }
  }

  /// Lays another picture over this one (source-over on straight colours), cut off at the edges.
  ///
  /// - Parameters:
  ///   - left: The column that the other one's first lies on; it may be outside.
  ///   - top: The row that its first lies on.
  package mutating func blend(_ other: StraightRGBA8, left: Int, top: Int) {
    for row in max(0, -top)..<max(0, -top, min(other.height, height - top)) {
      for column in max(0, -left)..<max(0, -left, min(other.width, width - left)) {
        let from = 4 * (row * other.width + column)
        let over = Int(other.bytes[from + 3])
        guard over > 0 else { continue }
        let to = 4 * ((row + top) * width + column + left)
        let under = Int(bytes[to + 3])
        // Both alphas times 255, so that integers suffice.
        let total = over * 255 + under * (255 - over)
        for channel in 0..<3 {
          let sum =
            Int(other.bytes[from + channel]) * over * 255
            + Int(bytes[to + channel]) * under * (255 - over)
          bytes[to + channel] = UInt8((sum + total / 2) / total)
        }
        bytes[to + 3] = UInt8((total + 127) / 255)
      }
    }
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

  /// The picture on a background of one opaque colour.
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
