internal import CFFmpeg
internal import Frames
internal import Imaging

/// Which matrix a clip's pictures are stored with, and which the frames that are handed out have.
///
/// The matrices that the compositor draws in stay what they are. Others are converted to that of the
/// primaries, BT.709 or BT.2020: few players know them. What cannot be converted is refused.
struct MatrixPlan: Hashable {
  /// The colour tags of the frames that are handed out.
  let tags: ColourTags
  /// What the samples are converted by; nil where they stay.
  let conversion: MatrixConversion?
  /// One line that says what is assumed or converted; nil where the tags speak for themselves.
  let note: String?

  private init(_ tags: ColourTags, _ conversion: MatrixConversion?, _ note: String?) {
    (self.tags, self.conversion, self.note) = (tags, conversion, note)
  }

  /// Decides by the tags of a clip of Y'CbCr.
  ///
  /// - Parameters:
  ///   - width: the columns of the stored picture.
  ///   - height: its rows.
  ///   - swapsSides: whether the upright picture's are the other way round.
  init(
    _ tags: ColourTags, width: Int, height: Int, swapsSides: Bool
  ) throws(UnreadableColours) {
    switch tags.rawMatrix {
    case AVCOL_SPC_BT709, AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M, AVCOL_SPC_FCC,
      AVCOL_SPC_SMPTE240M, AVCOL_SPC_BT2020_NCL:
      self.init(tags, nil, nil)
    case AVCOL_SPC_YCGCO:
      self = Self.converting(tags, from: "YCgCo") { .linear(.fromYCgCo(to: $0)) }
    case AVCOL_SPC_CHROMA_DERIVED_NCL: self = Self.derived(tags)
    case AVCOL_SPC_BT2020_CL:
      self = Self.converting(tags, from: "constant luminance") {
        .constantLuminance(ConstantLuminance(.bt2020(tags.knownTransfer), to: $0))
      }
    case AVCOL_SPC_CHROMA_DERIVED_CL:
      let shares = tags.luminances
      self = Self.converting(tags, from: "constant luminance") {
        .constantLuminance(
          ConstantLuminance(
            .init(red: shares.red, blue: shares.blue, transfer: tags.knownTransfer), to: $0))
      }
    case AVCOL_SPC_ICTCP: throw UnreadableColours(matrix: "ICtCp", asOf: "ITU-R BT.2100")
    case AVCOL_SPC_SMPTE2085: throw UnreadableColours(matrix: "Y'D'zD'x", asOf: "SMPTE ST 2085")
    default: self = Self.assumed(tags, width: width, height: height, swapsSides: swapsSides)
    }
  }

  /// A clip that states no matrix, or none that there is.
  ///
  /// Nothing is said of the usual choice, which every player makes. The frames are tagged with it where a
  /// player would choose otherwise by their upright size.
  private static func assumed(
    _ tags: ColourTags, width: Int, height: Int, swapsSides: Bool
  ) -> MatrixPlan {
    let states = tags.rawMatrix != AVCOL_SPC_UNSPECIFIED
    let isWide = tags.knownPrimaries == .bt2020
    let usual = YUVEncoding.Matrix.usual(width: width, height: height)
    let matrix = isWide ? .bt2020 : usual
    let shown =
      swapsSides ? YUVEncoding.Matrix.usual(width: height, height: width) : usual
    var assumed = tags
    if states || isWide || shown != usual { assumed.rawMatrix = matrix.rawColourSpace }
    let because = isWide ? "which goes with its primaries" : "the usual one of its size"
    let said =
      states
      ? "its colour matrix is tagged as \(tags.matrixInWords), which no clip of Y'CbCr has"
      : "its colour matrix is not stated"
    let note =
      "\(said); \(matrix.name) is assumed, \(because); --colour-matrix sets another one"
    return MatrixPlan(assumed, nil, states || isWide ? note : nil)
  }

  /// A clip whose matrix follows from its primaries.
  private static func derived(_ tags: ColourTags) -> MatrixPlan {
    let shares = tags.luminances
    // Apart by less than half a level of 8 bit from end to end.
    let known = [YUVEncoding.Matrix.bt709, .bt2020, .smpte240m, .bt601].first {
      abs($0.red - shares.red) < 0.001 && abs($0.blue - shares.blue) < 0.001
    }
    guard let known else {
      return converting(tags, from: "the matrix of its primaries") {
        .linear(.between(red: shares.red, blue: shares.blue, and: $0))
      }
    }
    var same = tags
    same.rawMatrix = known.rawColourSpace
    return MatrixPlan(same, nil, "the colour matrix of its primaries is that of \(known.name)")
  }

  private static func converting(
    _ tags: ColourTags, from name: String,
    _ conversion: (YUVEncoding.Matrix) -> MatrixConversion
  ) -> MatrixPlan {
    let target: YUVEncoding.Matrix = tags.knownPrimaries == .bt2020 ? .bt2020 : .bt709
    var converted = tags
    converted.rawMatrix = target.rawColourSpace
    return MatrixPlan(
      converted, conversion(target), "colours are converted from \(name) to \(target.name)")
  }
}

/// A clip whose colours are stored in a way from which they are not converted.
struct UnreadableColours: Error {
  /// The matrix, as people write it.
  var matrix: String
  /// The standard that has it.
  var asOf: String
}
