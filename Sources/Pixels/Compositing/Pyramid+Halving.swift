internal import CKernels

extension Pyramid {
  /// The level of half the size: the mean of each 2 x 2 texels; what lies outside is transparent.
  static func halved(_ fine: Level, channels: Int) -> Level {
    let coarse = Level(
      width: (fine.width + 1) / 2, height: (fine.height + 1) / 2, channels: channels,
      pitch: 2 * fine.pitch)
    unsafe coarse.texels.withUnsafeMutableNumbers { texels in
      for y in 0..<coarse.height {
        // Of an odd last row or column the border is the other half.
        let upper = unsafe fine.texels.base + ((2 * y + 1) * fine.stride + 1) * channels
        unsafe ck_join_texels(
          upper, upper + fine.stride * channels, Int32(coarse.width), Int32(channels), 2,
          texels + ((y + 1) * coarse.stride + 1) * channels)
      }
    }
    return coarse
  }
}
