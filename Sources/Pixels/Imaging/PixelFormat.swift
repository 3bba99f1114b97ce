/// How a picture's pixels are stored, and whether colour is already multiplied by alpha.
public enum PixelFormat: Hashable, Sendable {
  /// Packed R, G, B, A, 8 bit each, colour multiplied by alpha.
  case premultipliedRGBA8
  /// Packed B, G, R, A, 8 bit each, colour multiplied by alpha.
  case premultipliedBGRA8
  /// Packed R, G, B, 8 bit each, opaque.
  case opaqueRGB8
  /// Packed B, G, R, 8 bit each, opaque.
  case opaqueBGR8
  /// Y'CbCr, opaque.
  case yuv(YUVLayout, YUVEncoding)
}

extension PixelFormat {
  /// The size of one plane.
  public struct PlaneShape: Hashable, Sendable {
    /// Samples in a row; the pixels of a packed format and the pairs of a semi-planar one count as
    /// one.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Bytes a sample.
    public let bytes: Int
  }

  /// Planes of a picture: Y, Cb, Cr, or Y and interleaved chroma, or one plane of packed pixels.
  public var planeCount: Int {
    switch self {
    case .premultipliedRGBA8, .premultipliedBGRA8, .opaqueRGB8, .opaqueBGR8: 1
    case .yuv(let layout, _): layout.isSemiPlanar ? 2 : 3
    }
  }

  /// The size of a plane of a picture of this size.
  public func shape(ofPlane plane: Int, width: Int, height: Int) -> PlaneShape {
    switch self {
    case .premultipliedRGBA8, .premultipliedBGRA8:
      PlaneShape(width: width, height: height, bytes: 4)
    case .opaqueRGB8, .opaqueBGR8:
      PlaneShape(width: width, height: height, bytes: 3)
    case .yuv(let layout, _) where plane == 0:
      PlaneShape(width: width, height: height, bytes: layout.bytesPerSample)
    case .yuv(let layout, _):
      PlaneShape(
        width: (width + layout.subsamplingX - 1) / layout.subsamplingX,
        height: (height + layout.subsamplingY - 1) / layout.subsamplingY,
        bytes: layout.bytesPerSample * (layout.isSemiPlanar ? 2 : 1))
    }
  }
}

/// How the samples of a Y'CbCr picture lie in memory; by FFmpeg's names, those of 10 bit as they
/// are on little-endian machines.
public enum YUVLayout: String, CaseIterable, Hashable, Sendable {
  /// Three planes, chroma at half width and half height.
  case yuv420p
  /// Three planes, chroma at half width.
  case yuv422p
  /// Three planes of one size.
  case yuv444p
  /// Luma, and a plane of Cb and Cr in turn, at half width and half height.
  case nv12
  /// `yuv420p` in 16-bit words, of which the lower 10 bits are used.
  case yuv420p10
  /// `yuv422p` in 16-bit words, of which the lower 10 bits are used.
  case yuv422p10
  /// `yuv444p` in 16-bit words, of which the lower 10 bits are used.
  case yuv444p10
  /// `nv12` in 16-bit words, of which the upper 10 bits are used.
  case p010

  /// Luma columns to a chroma sample.
  public var subsamplingX: Int {
    switch self {
    case .yuv444p, .yuv444p10: 1
    default: 2
    }
  }

  /// Luma rows to a chroma sample.
  public var subsamplingY: Int {
    switch self {
    case .yuv420p, .nv12, .yuv420p10, .p010: 2
    default: 1
    }
  }

  /// Whether Cb and Cr share a plane.
  public var isSemiPlanar: Bool { self == .nv12 || self == .p010 }

  /// Bits that count: 8 or 10.
  public var bitDepth: Int {
    switch self {
    case .yuv420p, .yuv422p, .yuv444p, .nv12: 8
    case .yuv420p10, .yuv422p10, .yuv444p10, .p010: 10
    }
  }

  /// Bytes that a sample takes: 1 or 2.
  public var bytesPerSample: Int { bitDepth > 8 ? 2 : 1 }

  /// Unused low bits of a sample's word.
  public var paddingBits: Int { self == .p010 ? 6 : 0 }
}
