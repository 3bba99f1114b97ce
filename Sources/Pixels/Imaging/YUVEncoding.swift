/// How Y'CbCr values stand for R'G'B' ones, and these for light.
public struct YUVEncoding: Hashable, Sendable {
  /// The luma coefficients.
  public enum Matrix: Hashable, Sendable {
    /// ITU-R BT.601: standard definition, and what JPEG uses.
    case bt601
    /// ITU-R BT.709: high definition.
    case bt709
    /// ITU-R BT.2020, non-constant luminance.
    case bt2020
    /// SMPTE ST 240: high definition before BT.709.
    case smpte240m
    /// The FCC's of 1953 (47 CFR 73.682), nearly BT.601.
    case fcc

    /// The one that players take where a picture of this size states none: mpv's border, at least
    /// 1280 columns or more than 576 rows.
    public static func usual(width: Int, height: Int) -> Self {
      width >= 1280 || height > 576 ? .bt709 : .bt601
    }
  }

  /// Where a chroma sample lies among the 2 x 2 luma samples that share it.
  public enum ChromaSiting: Hashable, Sendable {
    /// Level with the left column, between the rows: MPEG-2, H.264 and HEVC unless they say
    /// otherwise.
    case left
    /// In the middle: JPEG and MPEG-1.
    case centre
    /// On the top left luma sample: BT.2020 and BT.2100.
    case topLeft
  }

  /// The curve between R'G'B' values and light.
  public enum Transfer: Hashable, Sendable {
    /// Standard dynamic range: 1 is the brightest white there is.
    case sdr
    /// The perceptual quantizer of ITU-R BT.2100 (SMPTE ST 2084): 1 is 10,000 cd/m2.
    case pq
    /// Hybrid log-gamma of ITU-R BT.2100: 1 is the display's peak, 1,000 cd/m2 by default.
    case hlg
  }

  /// The colours that R, G and B are; white is D65 for all of them.
  public enum Primaries: Hashable, Sendable {
    /// ITU-R BT.709, which sRGB shares; those of BT.601 are so near that players take them for
    /// these.
    case bt709
    /// SMPTE EG 432-1, "Display P3".
    case displayP3
    /// ITU-R BT.2020 and BT.2100.
    case bt2020
  }

  /// The luma coefficients.
  public var matrix: Matrix
  /// Whether luma runs over 0...255 rather than 16...235.
  public var fullRange: Bool
  /// Where a chroma sample lies; of no meaning where chroma is not subsampled.
  public var chromaSiting: ChromaSiting
  /// The curve between R'G'B' values and light.
  public var transfer: Transfer
  /// The colours that R, G and B are.
  public var primaries: Primaries

  /// Makes an encoding.
  public init(
    matrix: Matrix, fullRange: Bool, chromaSiting: ChromaSiting = .left,
    transfer: Transfer = .sdr, primaries: Primaries = .bt709
  ) {
    (self.matrix, self.fullRange, self.chromaSiting) = (matrix, fullRange, chromaSiting)
    (self.transfer, self.primaries) = (transfer, primaries)
  }
}
