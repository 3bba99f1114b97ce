package import CFFmpeg
internal import Imaging

extension YUVEncoding.Matrix {
  /// FFmpeg's number; of the two of BT.601 that of 525 lines.
  package var rawColourSpace: AVColorSpace {
    switch self {
    case .bt601: AVCOL_SPC_SMPTE170M
    case .bt709: AVCOL_SPC_BT709
    case .bt2020: AVCOL_SPC_BT2020_NCL
    case .smpte240m: AVCOL_SPC_SMPTE240M
    case .fcc: AVCOL_SPC_FCC
    }
  }

  /// The name as people write it.
  package var name: String {
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
  package var matrixInWords: String {
    switch rawMatrix {
    case AVCOL_SPC_UNSPECIFIED: "unspecified"
    case AVCOL_SPC_RESERVED: "reserved"
    case AVCOL_SPC_RGB: "gbr"
    default: matrix ?? "\(rawMatrix.rawValue)"
    }
  }

  /// The share of red and of blue in the luminance of white, by the primaries (ITU-T H.273, equations
  /// 41 to 46); those of BT.709 where none are stated.
  package var luminances: (red: Double, blue: Double) {
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
