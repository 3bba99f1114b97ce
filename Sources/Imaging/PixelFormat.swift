/// How a picture's pixels are stored, and whether colour is already multiplied by alpha.
public enum PixelFormat: Hashable, Sendable {
  /// Three planes of 8 bit: luma, and both chroma at half width and half height.
  case yuv420p8(YUVEncoding)
  /// Packed R, G, B, A, 8 bit each, colour multiplied by alpha.
  case premultipliedRGBA8
}

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

  /// The luma coefficients.
  public var matrix: Matrix
  /// Whether luma runs over 0...255 rather than 16...235.
  public var fullRange: Bool

  /// Makes an encoding.
  public init(matrix: Matrix, fullRange: Bool) {
    self.matrix = matrix
    self.fullRange = fullRange
  }
}
