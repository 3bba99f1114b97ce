internal import CFFmpeg
package import Imaging

extension ColourTags {
  /// What the values of a Y'CbCr picture of this size mean.
  ///
  /// Where the matrix is not tagged, it is the usual one of the size. An untagged range is the
  /// limited one, an untagged chroma location the left one.
  package func encoding(width: Int, height: Int) -> YUVEncoding {
    let matrix: YUVEncoding.Matrix =
      switch rawMatrix {
      case AVCOL_SPC_BT709: .bt709
      case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: .bt601
      case AVCOL_SPC_FCC: .fcc
      case AVCOL_SPC_SMPTE240M: .smpte240m
      case AVCOL_SPC_BT2020_NCL: .bt2020
      default: .usual(width: width, height: height)
      }
    let siting: YUVEncoding.ChromaSiting =
      switch rawChromaLocation {
      case AVCHROMA_LOC_UNSPECIFIED, AVCHROMA_LOC_LEFT: .left
      case AVCHROMA_LOC_TOPLEFT: .topLeft
      default: .centre
      }
    return YUVEncoding(
      matrix: matrix, fullRange: rawRange == AVCOL_RANGE_JPEG, chromaSiting: siting,
      transfer: knownTransfer, primaries: knownPrimaries)
  }

  /// The tags for pictures of another size, for which players take another matrix where none is stated.
  package func asTakenOf(_ width: Int, _ height: Int, for newWidth: Int, _ newHeight: Int)
    -> ColourTags
  {
    let own = encoding(width: width, height: height).matrix
    guard rawMatrix == AVCOL_SPC_UNSPECIFIED,
      encoding(width: newWidth, height: newHeight).matrix != own
    else { return self }
    var tags = self
    tags.rawMatrix = own.rawColourSpace
    return tags
  }

  /// Whether the curve is PQ or HLG.
  public var isHighDynamicRange: Bool { knownTransfer != .sdr }

  /// Whether the colours are other than those of SDR video with the primaries of BT.709.
  package var isWideOrHigh: Bool { knownTransfer != .sdr || knownPrimaries != .bt709 }

  /// The curve; what is neither PQ nor HLG is standard dynamic range.
  package var knownTransfer: YUVEncoding.Transfer {
    switch rawTransfer {
    case AVCOL_TRC_SMPTE2084: .pq
    case AVCOL_TRC_ARIB_STD_B67: .hlg
    default: .sdr
    }
  }

  /// The primaries; untagged, those that go with the curve or the matrix.
  package var knownPrimaries: YUVEncoding.Primaries {
    switch rawPrimaries {
    case AVCOL_PRI_BT2020: .bt2020
    case AVCOL_PRI_SMPTE432, AVCOL_PRI_SMPTE431: .displayP3
    case AVCOL_PRI_UNSPECIFIED, AVCOL_PRI_RESERVED0:
      knownTransfer != .sdr || rawMatrix == AVCOL_SPC_BT2020_NCL ? .bt2020 : .bt709
    default: .bt709
    }
  }

  /// The tags of the same colours as Y'CbCr, for pictures of red, green and blue that state no
  /// matrix: that of the primaries is taken, in limited range.
  package var asYCbCr: ColourTags {
    guard rawMatrix == AVCOL_SPC_RGB || rawMatrix == AVCOL_SPC_UNSPECIFIED else { return self }
    var tags = self
    tags.rawRange = AVCOL_RANGE_MPEG
    tags.rawMatrix = knownPrimaries == .bt2020 ? AVCOL_SPC_BT2020_NCL : AVCOL_SPC_BT709
    return tags
  }
}
