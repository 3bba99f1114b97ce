internal import CFFmpeg
internal import Frames

/// How R'G'B' is stored in a clip, by FFmpeg's names: what `--colour-matrix` may say in the place of
/// the clip's own tag.
public enum ClipMatrix: String, CaseIterable, Hashable, Sendable {
  /// ITU-R BT.709.
  case bt709
  /// ITU-R BT.601 of 525 lines.
  case smpte170m
  /// ITU-R BT.601 of 625 lines: the same coefficients.
  case bt470bg
  /// Either of them.
  case bt601
  /// ITU-R BT.2020, non-constant luminance.
  case bt2020nc
  /// ITU-R BT.2020, constant luminance.
  case bt2020c
  /// SMPTE ST 240.
  case smpte240m
  /// The FCC's of 1953.
  case fcc
  /// Green against magenta, and orange against blue, of ITU-T H.273.
  case ycgco
  /// The luminances of the clip's primaries, non-constant luminance.
  case chromaDerivedNC = "chroma-derived-nc"
  /// The luminances of the clip's primaries, constant luminance.
  case chromaDerivedC = "chroma-derived-c"
  /// Green, blue and red themselves, in the places of luma, Cb and Cr.
  case rgb

  /// FFmpeg's number.
  var raw: AVColorSpace {
    switch self {
    case .bt709: AVCOL_SPC_BT709
    case .smpte170m, .bt601: AVCOL_SPC_SMPTE170M
    case .bt470bg: AVCOL_SPC_BT470BG
    case .bt2020nc: AVCOL_SPC_BT2020_NCL
    case .bt2020c: AVCOL_SPC_BT2020_CL
    case .smpte240m: AVCOL_SPC_SMPTE240M
    case .fcc: AVCOL_SPC_FCC
    case .ycgco: AVCOL_SPC_YCGCO
    case .chromaDerivedNC: AVCOL_SPC_CHROMA_DERIVED_NCL
    case .chromaDerivedC: AVCOL_SPC_CHROMA_DERIVED_CL
    case .rgb: AVCOL_SPC_RGB
    }
  }
}

extension ClipMatrix {
  /// The formats in which three planes of one size are green, blue and red, and the same as Y'CbCr.
  private static let twins: [(rgb: AVPixelFormat, yuv: AVPixelFormat)] = [
    (AV_PIX_FMT_GBRP, AV_PIX_FMT_YUV444P), (AV_PIX_FMT_GBRP9LE, AV_PIX_FMT_YUV444P9LE),
    (AV_PIX_FMT_GBRP10LE, AV_PIX_FMT_YUV444P10LE), (AV_PIX_FMT_GBRP12LE, AV_PIX_FMT_YUV444P12LE),
    (AV_PIX_FMT_GBRP14LE, AV_PIX_FMT_YUV444P14LE), (AV_PIX_FMT_GBRP16LE, AV_PIX_FMT_YUV444P16LE),
  ]

  /// Takes a decoded picture for one of this matrix.
  ///
  /// What decoders give out as planes of red, green and blue are planes of Y'CbCr where the tag was wrong,
  /// and the other way round. Packed red, green and blue have no matrix, and stay.
  ///
  /// - Returns: whether it could be one.
  func apply(to picture: borrowing FrameHandle) -> Bool {
    let format = PixelFamily.of(picture.format).plainFormat
    if self == .rgb {
      if PixelFamily.of(format).isRGB { return true }
      guard let twin = Self.twins.first(where: { $0.yuv == format }) else { return false }
      unsafe picture.raw.pointee.format = twin.rgb.rawValue
    } else if let twin = Self.twins.first(where: { $0.rgb == format }) {
      unsafe picture.raw.pointee.format = twin.yuv.rawValue
    } else if PixelFamily.of(format).isRGB {
      return true
    }
    unsafe picture.raw.pointee.colorspace = raw
    return true
  }
}
