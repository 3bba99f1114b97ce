package import CFFmpeg
public import Imaging

/// What a clip says about its colours; carried from the input to the output as it is.
public struct ColourTags: Hashable, Sendable {
  package var rawRange = AVCOL_RANGE_UNSPECIFIED
  package var rawMatrix = AVCOL_SPC_UNSPECIFIED
  package var rawPrimaries = AVCOL_PRI_UNSPECIFIED
  package var rawTransfer = AVCOL_TRC_UNSPECIFIED
  package var rawChromaLocation = AVCHROMA_LOC_UNSPECIFIED

  /// No tags.
  public init() {}

  /// The tags of pictures that the project draws itself.
  public init(_ encoding: YUVEncoding) {
    rawRange = encoding.fullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    rawMatrix =
      switch encoding.matrix {
      case .bt601: AVCOL_SPC_SMPTE170M
      case .bt709: AVCOL_SPC_BT709
      case .bt2020: AVCOL_SPC_BT2020_NCL
      case .smpte240m: AVCOL_SPC_SMPTE240M
      case .fcc: AVCOL_SPC_FCC
      }
    rawPrimaries =
      switch encoding.primaries {
      case .bt709 where encoding.matrix == .bt601: AVCOL_PRI_SMPTE170M
      case .bt709: AVCOL_PRI_BT709
      case .displayP3: AVCOL_PRI_SMPTE432
      case .bt2020: AVCOL_PRI_BT2020
      }
    rawTransfer =
      switch encoding.transfer {
      case .sdr where encoding.matrix == .bt601: AVCOL_TRC_SMPTE170M
      case .sdr where encoding.primaries == .bt2020: AVCOL_TRC_BT2020_10
      case .sdr: AVCOL_TRC_BT709
      case .pq: AVCOL_TRC_SMPTE2084
      case .hlg: AVCOL_TRC_ARIB_STD_B67
      }
    rawChromaLocation =
      switch encoding.chromaSiting {
      case .left: AVCHROMA_LOC_LEFT
      case .centre: AVCHROMA_LOC_CENTER
      case .topLeft: AVCHROMA_LOC_TOPLEFT
      }
  }

  package init(frame: borrowing FrameHandle) {
    rawRange = unsafe frame.raw.pointee.color_range
    rawMatrix = unsafe frame.raw.pointee.colorspace
    rawPrimaries = unsafe frame.raw.pointee.color_primaries
    rawTransfer = unsafe frame.raw.pointee.color_trc
    rawChromaLocation = unsafe frame.raw.pointee.chroma_location
    if PixelFamily.of(frame.format).isFullRangeByName { rawRange = AVCOL_RANGE_JPEG }
  }

  /// Writes the tags onto a frame.
  package func apply(to frame: borrowing FrameHandle) {
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
}

extension AVColorRange: @retroactive Hashable {}
extension AVColorSpace: @retroactive Hashable {}
extension AVColorPrimaries: @retroactive Hashable {}
extension AVColorTransferCharacteristic: @retroactive Hashable {}
extension AVChromaLocation: @retroactive Hashable {}
