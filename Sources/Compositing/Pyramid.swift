internal import CKernels
internal import Imaging

/// A picture of premultiplied texels and its halvings, each with a transparent border.
///
/// Level n has texels of 2^n by 2^n artwork pixels, each their mean, starting at the top left
/// corner of level 0, so that level coordinates are artwork coordinates divided by 2^n exactly.
/// Numbers are those of `ckernels.h`, in 1/128 of a level. That leaves
/// rounding of 1/256 of a level a halving, which 8-bit texels (half a level each) would not.
struct Pyramid: Sendable {
  /// One halving.
  struct Level: Sendable {
    /// Texels without the border.
    let width, height: Int
    /// Border columns included: one on the left, two on the right; rows alike.
    let stride: Int
    /// The numbers, `channels` a texel, from the border's top left corner on.
    var texels: [Int16]

    init(width: Int, height: Int, channels: Int) {
      (self.width, self.height) = (width, height)
      stride = width + 3
      texels = [Int16](repeating: 0, count: (width + 3) * (height + 3) * channels)
    }
  }

  /// Numbers a texel: 2 (colour, alpha) or 4 (three colours, alpha).
  let channels: Int
  /// The exponent of the first level that is kept.
  let finest: Int
  /// The levels from the finest to 1 x 1.
  let levels: [Level]
  /// Where each level is transparent and where opaque.
  let coverage: [CoverageMap]

  /// The exponent of the last level.
  var coarsest: Int { finest + levels.count - 1 }

  /// Makes the levels of a picture's part.
  ///
  /// - Parameters:
  ///   - colours: what the texels' numbers before alpha are; those that are not named are 0.
  ///   - finest: 0, or 1 to leave level 0 out.
  init(
    of picture: StraightRGBA8, in outline: Outline, as colours: [LinearChannel], channels: Int,
    finest: Int
  ) {
    let step = 1 << finest
    var level = Level(
      width: (outline.width + step - 1) / step, height: (outline.height + step - 1) / step,
      channels: channels)
    for y in 0..<outline.height {
      let from = 4 * ((outline.top + y) * picture.width + outline.left)
      let to = (y / step + 1) * level.stride + 1
      unsafe picture.bytes.withUnsafeBufferPointer { pixels in
        unsafe level.texels.withUnsafeMutableBufferPointer { texels in
          for x in 0..<outline.width {
            let p = from + 4 * x
            let alpha = unsafe Double(pixels[p + 3])
            if alpha == 0 { continue }
            let rgb = unsafe SIMD3(
              Double(pixels[p]), Double(pixels[p + 1]), Double(pixels[p + 2]))
            let t = (to + x / step) * channels
            // At level 1 four texels are added up, a quarter each.
            for (c, colour) in colours.enumerated() {
              let value = (colour.weights * rgb).sum() + colour.offset
              unsafe texels[t + c] += Self.rounded(
                value * alpha * Self.colourUnit, over: step * step)
            }
            unsafe texels[t + channels - 1] += Self.rounded(
              alpha * Self.alphaUnit, over: step * step)
          }
        }
      }
    }
    var levels = [level]
    while level.width > 1 || level.height > 1 {
      level = Self.halved(level, channels: channels)
      levels.append(level)
    }
    (self.channels, self.finest, self.levels) = (channels, finest, levels)
    coverage = levels.map {
      CoverageMap(
        width: $0.stride, height: $0.height + 3, channels: channels, texels: $0.texels)
    }
  }

  /// A number of a texel for alpha of 0...255 times a colour's level, and for alpha.
  private static let colourUnit = Double(1 << CK_LEVEL_BITS) / 255
  private static let alphaUnit = Double(1 << CK_LEVEL_BITS)

  /// A number that is not negative, divided and rounded.
  private static func rounded(_ value: Double, over parts: Int) -> Int16 {
    Int16(truncatingIfNeeded: Int32(value / Double(parts) + 0.5))
  }

  /// The mean of each 2 x 2 texels; what lies outside is transparent.
  private static func halved(_ fine: Level, channels: Int) -> Level {
    var coarse = Level(
      width: (fine.width + 1) / 2, height: (fine.height + 1) / 2, channels: channels)
    let row = fine.stride * channels
    let stride = coarse.stride
    let count = coarse.width * channels
    for y in 0..<coarse.height {
      unsafe fine.texels.withUnsafeBufferPointer { from in
        unsafe coarse.texels.withUnsafeMutableBufferPointer { to in
          let upper = ((2 * y + 1) * fine.stride + 1) * channels
          let start = ((y + 1) * stride + 1) * channels
          for i in 0..<count {
            // Of each pair of texels the first: number i of texel i / channels.
            let left = upper + i + i / channels * channels
            let sum =
              unsafe Int32(from[left]) &+ Int32(from[left + channels])
              &+ Int32(from[left + row]) &+ Int32(from[left + row + channels])
            unsafe to[start + i] = Int16(truncatingIfNeeded: (sum &+ 2) &>> 2)
          }
        }
      }
    }
    return coarse
  }
}
