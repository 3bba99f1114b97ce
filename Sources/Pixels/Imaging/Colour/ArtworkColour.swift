/// What becomes of the colours of artwork, which are sRGB values, in a clip of another kind.
///
/// In a clip of standard dynamic range with the primaries of BT.709 they stay the numbers that they
/// are, as graphics do in video practice. Every other clip gets the light that such a clip would
/// show of them on a reference display (ITU-R BT.1886, the display of BT.2087 and of the
/// display-referred mapping of BT.2408 section 5.1), so that an avatar looks alike in clips of all
/// kinds and greys stay the same between primaries. That display, not the piecewise curve of sRGB:
/// the latter's lighter shadows would set an HDR render apart from an SDR one.
///
///     light = R'G'B' ^ 2.4                            BT.1886
///     light' = M light                                BT.2087, for other primaries
///     SDR: signal = light' ^ (1 / 2.4)
///     PQ:  signal = PQ^-1(203 cd/m2 light')           BT.2100 table 4, white by BT.2408 table 1
///     HLG: display = light' OETF^-1(0.75) ^ 1.2       white at 75 % by BT.2408 table 1
///          signal = OETF(display Y ^ (1 / 1.2 - 1))   BT.2100 table 5, Y the display's luminance
public struct ArtworkColour: Hashable, Sendable {
  /// The clip's curve.
  public let transfer: YUVEncoding.Transfer
  /// The clip's primaries.
  public let primaries: YUVEncoding.Primaries

  let matrix: ColourMatrix

  /// The colours of artwork in a clip of this encoding.
  public init(for encoding: YUVEncoding) {
    (transfer, primaries) = (encoding.transfer, encoding.primaries)
    matrix = ColourMatrix(from: .bt709, to: primaries)
  }

  /// Whether colours stay as they are.
  public var isIdentity: Bool { transfer == .sdr && primaries == .bt709 }

  /// The clip's R'G'B' of 0...1 for the artwork's R'G'B' of 0...1.
  public func encoded(_ colour: SIMD3<Double>) -> SIMD3<Double> {
    if isIdentity { return colour }
    let light = colour.map(BT1886.light)
    return (matrix(light) * gain(luminance: (Self.luminance * light).sum())).map(signal)
  }

  /// The luminance of light in the artwork's primaries, which other primaries do not change.
  static let luminance = ColourMatrix.luminance(of: .bt709)

  /// What light that is 1 at SDR white is multiplied by before `signal(ofLight:)`.
  func gain(luminance: Double) -> Double {
    switch transfer {
    case .sdr: 1
    case .pq: ReferenceWhite.pqLight / PerceptualQuantizer.peak
    case .hlg:
      ReferenceWhite.hlgDisplayLight
        * HybridLogGamma.sceneGain(displayLuminance: ReferenceWhite.hlgDisplayLight * luminance)
    }
  }

  /// The signal for a channel's light; PQ in parts of its peak, HLG light of the scene.
  func signal(ofLight light: Double) -> Double {
    switch transfer {
    case .sdr: BT1886.signal(ofLight: light)
    case .pq: PerceptualQuantizer.signal(ofLight: light * PerceptualQuantizer.peak)
    case .hlg: HybridLogGamma.signal(ofSceneLight: light)
    }
  }
}

extension SIMD3<Double> {
  /// The numbers, each through a function.
  func map(_ function: (Double) -> Double) -> SIMD3<Double> {
    [function(x), function(y), function(z)]
  }
}
