internal import CFFmpeg
internal import Geometry
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

extension YUVEncoding.Matrix {
  /// FFmpeg's number; of the two of BT.601 that of 525 lines.
  var rawColourSpace: AVColorSpace {
    switch self {
    case .bt601: AVCOL_SPC_SMPTE170M
    case .bt709: AVCOL_SPC_BT709
    case .bt2020: AVCOL_SPC_BT2020_NCL
    case .smpte240m: AVCOL_SPC_SMPTE240M
    case .fcc: AVCOL_SPC_FCC
    }
  }

  /// The name as people write it.
  var name: String {
    switch self {
    case .bt601: "BT.601"
    case .bt709: "BT.709"
    case .bt2020: "BT.2020"
    case .smpte240m: "SMPTE 240M"
    case .fcc: "FCC"
    }
  }
}

extension ColourTags {
  /// What the matrix's tag says.
  var matrixInWords: String {
    switch rawMatrix {
    case AVCOL_SPC_UNSPECIFIED: "unspecified"
    case AVCOL_SPC_RESERVED: "reserved"
    case AVCOL_SPC_RGB: "gbr"
    default: matrix ?? "\(rawMatrix.rawValue)"
    }
  }

  /// The share of red and of blue in the luminance of white, by the primaries (ITU-T H.273, equations
  /// 41 to 46); those of BT.709 where none are stated.
  var luminances: (red: Double, blue: Double) {
    typealias Chromaticity = SIMD2<Double>
    let d65: Chromaticity = [0.3127, 0.3290]
    let c: Chromaticity = [0.310, 0.316]
    let (r, g, b, w): (Chromaticity, Chromaticity, Chromaticity, Chromaticity) =
      switch rawPrimaries {
      case AVCOL_PRI_BT470M: ([0.67, 0.33], [0.21, 0.71], [0.14, 0.08], c)
      case AVCOL_PRI_BT470BG: ([0.64, 0.33], [0.29, 0.60], [0.15, 0.06], d65)
      case AVCOL_PRI_SMPTE170M, AVCOL_PRI_SMPTE240M:
        ([0.630, 0.340], [0.310, 0.595], [0.155, 0.070], d65)
      case AVCOL_PRI_FILM: ([0.681, 0.319], [0.243, 0.692], [0.145, 0.049], c)
      case AVCOL_PRI_BT2020: ([0.708, 0.292], [0.170, 0.797], [0.131, 0.046], d65)
      case AVCOL_PRI_SMPTE428: ([1, 0], [0, 1], [0, 0], [1.0 / 3, 1.0 / 3])
      case AVCOL_PRI_SMPTE431:
        ([0.680, 0.320], [0.265, 0.690], [0.150, 0.060], [0.314, 0.351])
      case AVCOL_PRI_SMPTE432: ([0.680, 0.320], [0.265, 0.690], [0.150, 0.060], d65)
      case AVCOL_PRI_EBU3213: ([0.630, 0.340], [0.295, 0.605], [0.155, 0.077], d65)
      default: ([0.640, 0.330], [0.300, 0.600], [0.150, 0.060], d65)
      }
    func z(_ p: Chromaticity) -> Double { 1 - p.x - p.y }
    let whole =
      w.y
      * (r.x * (g.y * z(b) - b.y * z(g)) + g.x * (b.y * z(r) - r.y * z(b))
        + b.x * (r.y * z(g) - g.y * z(r)))
    let red =
      r.y
      * (w.x * (g.y * z(b) - b.y * z(g)) + w.y * (b.x * z(g) - g.x * z(b))
        + z(w) * (g.x * b.y - b.x * g.y))
    let blue =
      b.y
      * (w.x * (r.y * z(g) - g.y * z(r)) + w.y * (g.x * z(r) - r.x * z(g))
        + z(w) * (r.x * g.y - g.x * r.y))
    return (red / whole, blue / whole)
  }
}
