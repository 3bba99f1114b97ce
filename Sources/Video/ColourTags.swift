internal import CFFmpeg
public import Imaging

/// What a clip says about its colours; carried from the input to the output as it is.
public struct ColourTags: Hashable, Sendable {
  var rawRange = AVCOL_RANGE_UNSPECIFIED
  var rawMatrix = AVCOL_SPC_UNSPECIFIED
  var rawPrimaries = AVCOL_PRI_UNSPECIFIED
  var rawTransfer = AVCOL_TRC_UNSPECIFIED
  var rawChromaLocation = AVCHROMA_LOC_UNSPECIFIED

  /// No tags.
  public init() {}

  /// The tags of pictures that the project draws itself: BT.709 or BT.601 values.
  public init(_ encoding: YUVEncoding) {
    rawRange = encoding.fullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    switch encoding.matrix {
    case .bt601:
      rawMatrix = AVCOL_SPC_SMPTE170M
      rawPrimaries = AVCOL_PRI_SMPTE170M
      rawTransfer = AVCOL_TRC_SMPTE170M
    case .bt709:
      rawMatrix = AVCOL_SPC_BT709
      rawPrimaries = AVCOL_PRI_BT709
      rawTransfer = AVCOL_TRC_BT709
    case .bt2020:
      rawMatrix = AVCOL_SPC_BT2020_NCL
      rawPrimaries = AVCOL_PRI_BT2020
      rawTransfer = AVCOL_TRC_BT2020_10
    }
    rawChromaLocation =
      switch encoding.chromaSiting {
      case .left: AVCHROMA_LOC_LEFT
      case .centre: AVCHROMA_LOC_CENTER
      case .topLeft: AVCHROMA_LOC_TOPLEFT
      }
  }

  init(frame: borrowing FrameHandle) {
    rawRange = unsafe frame.raw.pointee.color_range
    rawMatrix = unsafe frame.raw.pointee.colorspace
    rawPrimaries = unsafe frame.raw.pointee.color_primaries
    rawTransfer = unsafe frame.raw.pointee.color_trc
    rawChromaLocation = unsafe frame.raw.pointee.chroma_location
    if PixelFamily.of(frame.format).isFullRangeByName { rawRange = AVCOL_RANGE_JPEG }
  }

  /// Writes the tags onto a frame.
  func apply(to frame: borrowing FrameHandle) {
    unsafe frame.raw.pointee.color_range = rawRange
    unsafe frame.raw.pointee.colorspace = rawMatrix
    unsafe frame.raw.pointee.color_primaries = rawPrimaries
    unsafe frame.raw.pointee.color_trc = rawTransfer
    unsafe frame.raw.pointee.chroma_location = rawChromaLocation
  }

  /// `tv` (16...235), `pc` (0...255) or nil where the clip does not say.
  public var range: String? { unsafe Self.text(unsafe av_color_range_name(rawRange)) }
  /// The matrix between R'G'B' and Y'CbCr, for example `bt709`.
  public var matrix: String? { unsafe Self.text(unsafe av_color_space_name(rawMatrix)) }
  /// The primaries, for example `bt709`.
  public var primaries: String? { unsafe Self.text(unsafe av_color_primaries_name(rawPrimaries)) }
  /// The transfer curve, for example `bt709`.
  public var transfer: String? { unsafe Self.text(unsafe av_color_transfer_name(rawTransfer)) }
  /// Where chroma samples lie among the luma ones, for example `left`.
  public var chromaLocation: String? {
    unsafe Self.text(unsafe av_chroma_location_name(rawChromaLocation))
  }

  private static func text(_ name: UnsafePointer<CChar>?) -> String? {
    guard let name = unsafe name else { return nil }
    let text = unsafe String(cString: name)
    return text == "unknown" || text == "unspecified" ? nil : text
  }

  /// What the values of a Y'CbCr picture of this height mean.
  ///
  /// Where the matrix is not tagged, players take BT.709 for high definition and BT.601 below it;
  /// the border is mpv's: at least 1280 columns or more than 576 rows. An untagged range is the
  /// limited one, an untagged chroma location the left one.
  func encoding(width: Int, height: Int) -> YUVEncoding {
    let matrix: YUVEncoding.Matrix =
      switch rawMatrix {
      case AVCOL_SPC_BT709: .bt709
      case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M, AVCOL_SPC_FCC: .bt601
      case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
      default: width >= 1280 || height > 576 ? .bt709 : .bt601
      }
    let siting: YUVEncoding.ChromaSiting =
      switch rawChromaLocation {
      case AVCHROMA_LOC_UNSPECIFIED, AVCHROMA_LOC_LEFT: .left
      case AVCHROMA_LOC_TOPLEFT: .topLeft
      default: .centre
      }
    return YUVEncoding(
      matrix: matrix, fullRange: rawRange == AVCOL_RANGE_JPEG, chromaSiting: siting)
  }
}

extension AVColorRange: @retroactive Hashable {}
extension AVColorSpace: @retroactive Hashable {}
extension AVColorPrimaries: @retroactive Hashable {}
extension AVColorTransferCharacteristic: @retroactive Hashable {}
extension AVChromaLocation: @retroactive Hashable {}

/// What a pixel format says beyond its layout.
struct PixelFamily {
  /// Red, green and blue rather than luma and chroma.
  var isRGB = false
  /// Luma without chroma.
  var isGrey = false
  /// Transparency.
  var hasAlpha = false
  /// One of the deprecated `yuvj` names, which mean the range 0...255.
  var isFullRangeByName = false
  /// The same format under the name that leaves the range to the tags.
  var plainFormat: AVPixelFormat

  static func of(_ format: AVPixelFormat) -> PixelFamily {
    let plain: AVPixelFormat =
      switch format {
      case AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P
      case AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P
      case AV_PIX_FMT_YUVJ440P: AV_PIX_FMT_YUV440P
      case AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P
      case AV_PIX_FMT_YUVJ411P: AV_PIX_FMT_YUV411P
      default: format
      }
    var family = PixelFamily(plainFormat: plain)
    family.isFullRangeByName = plain != format
    if let descriptor = unsafe av_pix_fmt_desc_get(format) {
      let flags = unsafe descriptor.pointee.flags
      let components = unsafe descriptor.pointee.nb_components
      family.isRGB = flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
      family.hasAlpha = flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
      family.isGrey = !family.isRGB && components < 3
    }
    return family
  }
}
