/// How Y'CbCr values stand for R'G'B' ones.
public struct YUVEncoding: Hashable, Sendable {
  /// The luma coefficients.
  public enum Matrix: Hashable, Sendable {
    /// ITU-R BT.601: standard definition, and what JPEG uses.
    case bt601
    /// ITU-R BT.709: high definition.
    case bt709
    /// ITU-R BT.2020, non-constant luminance.
    case bt2020
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

  /// The luma coefficients.
  public var matrix: Matrix
  /// Whether luma runs over 0...255 rather than 16...235.
  public var fullRange: Bool
  /// Where a chroma sample lies; of no meaning where chroma is not subsampled.
  public var chromaSiting: ChromaSiting

  /// Makes an encoding.
  public init(matrix: Matrix, fullRange: Bool, chromaSiting: ChromaSiting = .left) {
    self.matrix = matrix
    self.fullRange = fullRange
    self.chromaSiting = chromaSiting
  }
}
