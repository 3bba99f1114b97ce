/// What becomes of a clip's colours in a still, which is sRGB: the way back of `ArtworkColour`, with
/// a shoulder for what is brighter than SDR can be.
///
/// Light up to 3/4 of reference white, faces among it, keeps the value that the same light has in
/// SDR. Above, the strongest channel is compressed by the extended curve of Reinhard et al.
/// ("Photographic Tone Reproduction for Digital Images", 2002, eq. 4), which leaves the knee without
/// a kink and brings 1,000 cd/m2 to white, and the others keep their ratio to it, so that hues
/// stay. Reference white itself comes out at 241 of 255. Colours outside BT.709 are clipped.
public struct StillColour: Hashable, Sendable {
  /// The clip's curve.
  public let transfer: YUVEncoding.Transfer
  /// The clip's primaries.
  public let primaries: YUVEncoding.Primaries

  let matrix: ColourMatrix

  /// The colours of a clip of this encoding in a still.
  public init(from encoding: YUVEncoding) {
    (transfer, primaries) = (encoding.transfer, encoding.primaries)
    matrix = ColourMatrix(from: primaries, to: .bt709)
  }

  /// Whether colours stay as they are.
  public var isIdentity: Bool { transfer == .sdr && primaries == .bt709 }

  /// The still's R'G'B' of 0...1 for the clip's R'G'B' of 0...1.
  public func displayed(_ colour: SIMD3<Double>) -> SIMD3<Double> {
    if isIdentity { return colour }
    let light = colour.map(light)
    let shown = matrix(light * gain(luminance: (luminance * light).sum()))
    let brightest = max(shown.max(), 0)
    return (shown * shoulder(brightest)).map { BT1886.signal(ofLight: min($0, 1)) }
  }

  /// The luminance of light in the clip's primaries.
  var luminance: SIMD3<Double> { ColourMatrix.luminance(of: primaries) }

  /// A channel's light; PQ in parts of its peak, HLG light of the scene.
  func light(ofSignal signal: Double) -> Double {
    switch transfer {
    case .sdr: BT1886.light(ofSignal: signal)
    case .pq: PerceptualQuantizer.light(ofSignal: signal) / PerceptualQuantizer.peak
    case .hlg: HybridLogGamma.sceneLight(ofSignal: signal)
    }
  }

  /// What that light is multiplied by to be 1 at reference white.
  func gain(luminance: Double) -> Double {
    switch transfer {
    case .sdr: 1
    case .pq: PerceptualQuantizer.peak / ReferenceWhite.pqLight
    case .hlg:
      HybridLogGamma.displayGain(sceneLuminance: luminance) / ReferenceWhite.hlgDisplayLight
    }
  }

  /// Where compression begins, in parts of reference white.
  private static let knee = 0.75
  /// The light that becomes white, in parts of reference white: 1,000 cd/m2.
  static let brightest = HybridLogGamma.peak / ReferenceWhite.pqLight

  /// What a colour is multiplied by whose strongest channel is this bright.
  func shoulder(_ light: Double) -> Double {
    guard transfer != .sdr, light > Self.knee else { return 1 }
    let room = 1 - Self.knee
    let (above, most) = ((light - Self.knee) / room, (Self.brightest - Self.knee) / room)
    let compressed = above * (1 + above / (most * most)) / (1 + above)
    return min(Self.knee + room * compressed, 1) / light
  }
}
