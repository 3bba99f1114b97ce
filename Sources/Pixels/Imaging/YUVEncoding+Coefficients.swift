extension YUVEncoding {
  /// The coefficients of the conversion from R'G'B' of 0...1 to levels of 8 bit.
  ///
  ///     Y  = lumaOffset + lumaScale (kr R + kg G + kb B)
  ///     Cb = 128 + chromaScale (B - y) / (2 (1 - kb))
  ///     Cr = 128 + chromaScale (R - y) / (2 (1 - kr))        y = kr R + kg G + kb B
  ///
  /// ITU-R BT.601-7 section 2.5, BT.709-6 section 3, BT.2020-2 table 4, ITU-T H.273 table 4 for the
  /// older two; full range as in JFIF.
  public struct Coefficients: Hashable, Sendable {
    /// The luma coefficients; they add up to 1.
    public let kr, kg, kb: Double
    /// Luma levels from black to white, and the level of black.
    public let lumaScale, lumaOffset: Double
    /// Chroma levels from end to end, and the level of grey.
    public let chromaScale, chromaOffset: Double

    /// The levels of a colour whose channels run over 0...1, not rounded.
    public func levels(
      red: Double, green: Double, blue: Double
    ) -> (y: Double, cb: Double, cr: Double) {
      let y = kr * red + kg * green + kb * blue
      return (
        lumaOffset + lumaScale * y,
        chromaOffset + chromaScale * (blue - y) / (2 * (1 - kb)),
        chromaOffset + chromaScale * (red - y) / (2 * (1 - kr))
      )
    }

    /// The colour of levels, each channel over 0...1 unless the levels lie outside the cube.
    public func colour(
      y: Double, cb: Double, cr: Double
    ) -> (red: Double, green: Double, blue: Double) {
      let luma = (y - lumaOffset) / lumaScale
      let blue = luma + (cb - chromaOffset) / chromaScale * 2 * (1 - kb)
      let red = luma + (cr - chromaOffset) / chromaScale * 2 * (1 - kr)
      return (red, (luma - kr * red - kb * blue) / kg, blue)
    }
  }

  /// The coefficients of this encoding for samples of 8 bit.
  public var coefficients: Coefficients { coefficients(bitDepth: 8) }

  /// The coefficients of this encoding for samples of more bits, still in levels of 8 bit.
  ///
  /// Limited range only gains bits after the point: white is 235 or 940 / 4. Full range ends at
  /// the largest number, which is 255 or 1023 / 4.
  public func coefficients(bitDepth: Int) -> Coefficients {
    let full = Double(1 << bitDepth - 1) / Double(1 << (bitDepth - 8))
    let (kr, kb) = (matrix.red, matrix.blue)
    return Coefficients(
      kr: kr, kg: 1 - kr - kb, kb: kb,
      lumaScale: fullRange ? full : 219, lumaOffset: fullRange ? 0 : 16,
      chromaScale: fullRange ? full : 224, chromaOffset: 128)
  }

  /// Where the middle of the chroma sample (0, 0) lies in the picture, in pixels.
  ///
  /// The sample (i, j) lies `subsamplingX` i to the right and `subsamplingY` j below. Where chroma
  /// is not subsampled one way, it lies on the luma samples that way.
  public func chromaOrigin(_ layout: YUVLayout) -> SIMD2<Double> {
    let isLeft = layout.subsamplingX == 1 || chromaSiting != .centre
    let isTop = layout.subsamplingY == 1 || chromaSiting == .topLeft
    return SIMD2(isLeft ? 0.5 : 1, isTop ? 0.5 : 1)
  }
}

extension YUVEncoding.Matrix {
  /// The share of red in luma.
  public var red: Double {
    switch self {
    case .bt601: 0.299
    case .bt709: 0.2126
    case .bt2020: 0.2627
    case .smpte240m: 0.212
    case .fcc: 0.3
    }
  }

  /// The share of blue in luma.
  public var blue: Double {
    switch self {
    case .bt601: 0.114
    case .bt709: 0.0722
    case .bt2020: 0.0593
    case .smpte240m: 0.087
    case .fcc: 0.11
    }
  }
}
