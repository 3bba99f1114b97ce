internal import CKernels

/// A picture of premultiplied texels and its halvings, each with a transparent border.
///
/// Level n has texels of 2^n by 2^n artwork pixels, each their mean, starting at the top left
/// corner of level 0, so that level coordinates are artwork coordinates divided by 2^n exactly.
/// Numbers are those of `ckernels.h`: colour in 1/128 of a level, alpha in 1/16384. That leaves
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

  /// The exponent of the last level.
  var coarsest: Int { finest + levels.count - 1 }

  /// Makes the levels of a picture whose texels a function gives.
  ///
  /// - Parameter finest: 0, or 1 to leave level 0 out.
  init(
    width: Int, height: Int, channels: Int, finest: Int,
    texel: (_ x: Int, _ y: Int) -> SIMD4<Int32>
  ) {
    let step = 1 << finest
    var level = Level(
      width: (width + step - 1) / step, height: (height + step - 1) / step, channels: channels)
    for y in 0..<level.height {
      for x in 0..<level.width {
        var sum = SIMD4<Int32>.zero
        for fineY in (y * step)..<min(y * step + step, height) {
          for fineX in (x * step)..<min(x * step + step, width) { sum &+= texel(fineX, fineY) }
        }
        let mean = finest == 0 ? sum : (sum &+ 2) &>> 2
        let index = ((y + 1) * level.stride + x + 1) * channels
        for c in 0..<channels { level.texels[index + c] = Int16(truncatingIfNeeded: mean[c]) }
      }
    }
    var levels = [level]
    while level.width > 1 || level.height > 1 {
      level = Self.halved(level, channels: channels)
      levels.append(level)
    }
    (self.channels, self.finest, self.levels) = (channels, finest, levels)
  }

  /// The mean of each 2 x 2 texels; what lies outside is transparent.
  private static func halved(_ fine: Level, channels: Int) -> Level {
    var coarse = Level(
      width: (fine.width + 1) / 2, height: (fine.height + 1) / 2, channels: channels)
    let row = fine.stride * channels
    for y in 0..<coarse.height {
      for x in 0..<coarse.width {
        let from = ((2 * y + 1) * fine.stride + 2 * x + 1) * channels
        let to = ((y + 1) * coarse.stride + x + 1) * channels
        for c in 0..<channels {
          let i = from + c
          let sum =
            Int32(fine.texels[i]) &+ Int32(fine.texels[i + channels])
            &+ Int32(fine.texels[i + row]) &+ Int32(fine.texels[i + row + channels])
          coarse.texels[to + c] = Int16(truncatingIfNeeded: (sum &+ 2) &>> 2)
        }
      }
    }
    return coarse
  }
}
