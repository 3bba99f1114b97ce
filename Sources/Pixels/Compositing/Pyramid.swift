internal import CKernels
internal import Imaging

/// A picture of premultiplied texels and its halvings, each with a transparent border.
///
/// Level n has texels of 2^n by 2^n artwork pixels, each their mean, starting at the top left
/// corner of level 0, so that level coordinates are artwork coordinates divided by 2^n exactly.
/// Numbers are those of `ckernels.h`, in 1/128 of a level. That leaves rounding of 1/256 of a level
/// a halving, which 8-bit texels (half a level each) would not.
final class Pyramid: Sendable {
  /// The picture at one size.
  struct Level: Sendable {
    /// Texels without the border.
    let width, height: Int
    /// Artwork pixels from texel to texel.
    let pitch: Double
    /// Texels before the artwork's left and top edge.
    let margin: Int
    /// Border columns included: one on the left, two on the right; rows alike.
    let stride: Int
    /// The components, `channels` a texel, from the border's top left corner on.
    var texels: [Int16]

    /// Columns of the border, and rows.
    static let border = 3

    init(width: Int, height: Int, channels: Int, pitch: Double, margin: Int = 0) {
      (self.width, self.height, self.pitch, self.margin) = (width, height, pitch, margin)
      stride = width + Self.border
      texels = [Int16](repeating: 0, count: stride * (height + Self.border) * channels)
    }

    /// Where it is transparent and where opaque.
    func coverage(channels: Int) -> CoverageMap {
      CoverageMap(
        width: stride, height: height + Self.border, channels: channels, texels: texels)
    }
  }

  /// Numbers a texel: 2 (colour, alpha) or 4 (three colours, alpha).
  let channels: Int
  /// The exponent of the first level that is kept.
  let finest: Int
  /// The levels from the finest to 1 x 1, or to the coarsest one that is asked for.
  let levels: [Level]
  /// Where each level is transparent and where opaque.
  let coverage: [CoverageMap]
  /// The finest level filtered for pixels that are a little larger than its texels; nil where that
  /// would be larger than kernels can draw, level 0 is left out, or it is not asked for.
  let filtered: (level: Level, coverage: CoverageMap)?

  /// The memory that the texels take, in bytes.
  var byteCount: Int {
    (levels + (filtered.map { [$0.level] } ?? [])).reduce(0) {
      $0 + MemoryLayout<Int16>.stride * $1.texels.count
    }
  }

  /// A level, and what it covers.
  func level(_ source: SamplingPlan.Source) -> (level: Level, coverage: CoverageMap) {
    if source == .filtered, let filtered { return filtered }
    guard case .halving(let exponent) = source else { return (levels[0], coverage[0]) }
    return (levels[exponent - finest], coverage[exponent - finest])
  }

  /// The exponent of the last level.
  var coarsest: Int { finest + levels.count - 1 }

  /// Makes the levels of a picture's part, in a target's own colours.
  ///
  /// - Parameters:
  ///   - table: what makes the target's R'G'B' of the picture's; nil where they are the same.
  ///   - colours: what the texels' components before alpha are; those that are not named are 0.
  ///   - finest: 0, or 1 to leave level 0 out.
  ///   - filter: what makes the filtered level; nil for none.
  ///   - coarsest: the exponent of the last level; nil for that of 1 x 1.
  convenience init(
    of picture: StraightRGBA8, in outline: Outline, by table: ArtworkColourTable? = nil,
    as colours: [LinearChannel], channels: Int, finest: Int,
    filter: LevelFilter?, coarsest: Int? = nil
  ) {
    let step = 1 << finest
    var level = Level(
      width: (outline.width + step - 1) / step, height: (outline.height + step - 1) / step,
      channels: channels, pitch: Double(step))
    // Artwork has runs of one colour: what the last one became is at hand.
    var last = SIMD3<UInt8>.zero
    var values = colours.map { $0.value(of: last, by: table) }
    for y in 0..<outline.height {
      let from = 4 * ((outline.top + y) * picture.width + outline.left)
      let to = (y / step + 1) * level.stride + 1
      unsafe picture.bytes.withUnsafeBytes { pixels in
        unsafe level.texels.withUnsafeMutableBufferPointer { texels in
          var next = 0
          while next < outline.width {
            let x = next
            let p = from + 4 * x
            if x + 4 <= outline.width,
              unsafe pixels.loadUnaligned(fromByteOffset: p, as: SIMD4<UInt32>.self) == .zero
            {
              // Most of a drawing is transparent.
              next += 4
              continue
            }
            next += 1
            let alpha = unsafe Double(pixels[p + 3])
            if alpha == 0 { continue }
            let pixel = unsafe SIMD3(pixels[p], pixels[p + 1], pixels[p + 2])
            if pixel != last {
              for (c, colour) in colours.enumerated() {
                values[c] = colour.value(of: pixel, by: table)
              }
              last = pixel
            }
            let t = (to + x / step) * channels
            // At level 1 four texels are added up, a quarter each.
            for (c, value) in values.enumerated() {
              unsafe texels[t + c] += Self.rounded(
                value * alpha * Self.colourUnit, over: step * step)
            }
            unsafe texels[t + channels - 1] += Self.rounded(
              alpha * Self.alphaUnit, over: step * step)
          }
        }
      }
    }
    self.init(
      from: level, channels: channels, exponent: finest, filter: filter, coarsest: coarsest)
  }

  /// Makes the levels of a picture's part, in R, G and B, or in B, G and R.
  convenience init(
    rgbaOf picture: StraightRGBA8, in outline: Outline, isReversed: Bool, filter: LevelFilter?,
    coarsest: Int?
  ) {
    var level = Level(width: outline.width, height: outline.height, channels: 4, pitch: 1)
    let stride = level.stride
    unsafe picture.bytes.withUnsafeBytes { pixels in
      unsafe level.texels.withUnsafeMutableBytes { texels in
        for y in 0..<outline.height {
          let from = 4 * ((outline.top + y) * picture.width + outline.left)
          let to = 8 * ((y + 1) * stride + 1)
          for x in 0..<outline.width {
            let pixel = unsafe UInt32(
              littleEndian: pixels.loadUnaligned(fromByteOffset: from + 4 * x, as: UInt32.self))
            if pixel &>> 24 == 0 { continue }
            unsafe texels.storeBytes(
              of: Self.texel(of: pixel, isReversed: isReversed).littleEndian,
              toByteOffset: to + 8 * x, as: UInt64.self)
          }
        }
      }
    }
    self.init(from: level, channels: 4, exponent: 0, filter: filter, coarsest: coarsest)
  }

  /// Halves the finest level until one texel is left or the last level is reached, and filters it.
  private init(
    from finest: Level, channels: Int, exponent: Int, filter: LevelFilter?, coarsest: Int?
  ) {
    var level = finest
    var levels = [level]
    while level.width > 1 || level.height > 1, exponent + levels.count <= coarsest ?? .max {
      level = channels == 2 ? Self.halvedPairs(level) : Self.halvedQuads(level)
      levels.append(level)
    }
    (self.channels, self.finest, self.levels) = (channels, exponent, levels)
    coverage = levels.map { $0.coverage(channels: channels) }
    guard let filter, exponent == 0, filter.fits(max(finest.width, finest.height)) else {
      filtered = nil
      return
    }
    let made = filter.level(of: finest, channels: channels)
    filtered = (made, made.coverage(channels: channels))
  }

  /// The four components of an RGBA pixel, the first in the lowest bits: premultiplied and rounded in
  /// whole numbers, which gives what `rounded` does (there are no ties: 255 is odd).
  @inline(__always)
  private static func texel(of pixel: UInt32, isReversed: Bool) -> UInt64 {
    let alpha = pixel &>> 24
    // round(c * alpha * 128 / 255) with q = c * alpha = 255 k + r is 128 k + (r + 1) / 2.
    func colour(_ shift: UInt32) -> UInt64 {
      let q = (pixel &>> shift & 255) &* alpha
      return UInt64((q &+ by255(q) &+ 1) &>> 1)
    }
    let weight = UInt64(alpha) &<< UInt64(CK_LEVEL_BITS)
    let (red, green, blue) = (colour(0), colour(8), colour(16))
    return (isReversed ? blue : red) | green &<< 16 | (isReversed ? red : blue) &<< 32
      | weight &<< 48
  }

  /// `value / 255`, exactly up to 65534.
  @inline(__always)
  private static func by255(_ value: UInt32) -> UInt32 {
    (value &+ 1 &+ value &>> 8) &>> 8
  }

  /// A number of a texel for alpha of 0...255 times a colour's level, and for alpha.
  private static let colourUnit = Double(1 << CK_LEVEL_BITS) / 255
  private static let alphaUnit = Double(1 << CK_LEVEL_BITS)

  /// A number that is not negative, divided and rounded.
  private static func rounded(_ value: Double, over parts: Int) -> Int16 {
    Int16(truncatingIfNeeded: Int32(value / Double(parts) + 0.5))
  }

  /// The mean of each 2 x 2 texels; what lies outside is transparent.
  private static func halvedQuads(_ fine: Level) -> Level {
    halved(fine, channels: 4) { (upper: SIMD8<Int16>, lower: SIMD8<Int16>) in
      let sum = SIMD8<Int32>(truncatingIfNeeded: upper) &+ SIMD8(truncatingIfNeeded: lower)
      return SIMD4<Int16>(truncatingIfNeeded: (sum.lowHalf &+ sum.highHalf &+ 2) &>> 2)
    }
  }

  private static func halvedPairs(_ fine: Level) -> Level {
    halved(fine, channels: 2) { (upper: SIMD4<Int16>, lower: SIMD4<Int16>) in
      let sum = SIMD4<Int32>(truncatingIfNeeded: upper) &+ SIMD4(truncatingIfNeeded: lower)
      return SIMD2<Int16>(truncatingIfNeeded: (sum.lowHalf &+ sum.highHalf &+ 2) &>> 2)
    }
  }

  /// Halves a level by the mean of two texels of an upper row and the two under them.
  @inline(__always)
  private static func halved<Two, One>(
    _ fine: Level, channels: Int, _ mean: (_ upper: Two, _ lower: Two) -> One
  ) -> Level {
    var coarse = Level(
      width: (fine.width + 1) / 2, height: (fine.height + 1) / 2, channels: channels,
      pitch: 2 * fine.pitch)
    let (stride, bytes) = (coarse.stride, MemoryLayout<Int16>.size * channels)
    unsafe fine.texels.withUnsafeBytes { from in
      unsafe coarse.texels.withUnsafeMutableBytes { to in
        for y in 0..<coarse.height {
          let upper = ((2 * y + 1) * fine.stride + 1) * bytes
          let start = ((y + 1) * stride + 1) * bytes
          for x in 0..<coarse.width {
            let pair = upper + 2 * x * bytes
            let above = unsafe from.loadUnaligned(fromByteOffset: pair, as: Two.self)
            let below = unsafe from.loadUnaligned(
              fromByteOffset: pair + fine.stride * bytes, as: Two.self)
            unsafe to.storeBytes(
              of: mean(above, below), toByteOffset: start + x * bytes, as: One.self)
          }
        }
      }
    }
    return coarse
  }
}

extension LinearChannel {
  /// Its level for a colour of a picture.
  ///
  /// - Parameter table: what makes the target's R'G'B' of the picture's; nil where they are the same.
  @inline(__always)
  fileprivate func value(of colour: SIMD3<UInt8>, by table: ArtworkColourTable?) -> Double {
    let rgb =
      table.map { SIMD3<Double>($0(red: colour.x, green: colour.y, blue: colour.z)) * 255 }
      ?? SIMD3<Double>(colour)
    return (weights * rgb).sum() + offset
  }
}
