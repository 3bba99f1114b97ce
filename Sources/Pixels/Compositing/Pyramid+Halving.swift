extension Pyramid {
  /// The level of half the size.
  static func halved(_ fine: Level, channels: Int) -> Level {
    channels == 2 ? halvedPairs(fine) : halvedQuads(fine)
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
    let coarse = Level(
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
