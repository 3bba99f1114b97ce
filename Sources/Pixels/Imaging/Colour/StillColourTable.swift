/// `StillColour` for whole pictures: the same formulas by tables.
public struct StillColourTable: Sendable {
  private let light: [Float]
  private let matrix: (red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>)
  private let luminance: SIMD3<Float>
  private let gain: SampledCurve
  private let shoulder: SampledCurve
  private let signal: SampledCurve

  /// Fills the tables; nil where colours stay as they are.
  ///
  /// - Parameter white: the 16-bit number that stands for 1.
  public init?(_ colour: StillColour, white: Int = 0xFFFF) {
    guard !colour.isIdentity else { return nil }
    light = (0...0xFFFF).map { Float(colour.light(ofSignal: Double($0) / Double(white))) }
    matrix = (SIMD3(colour.matrix.red), SIMD3(colour.matrix.green), SIMD3(colour.matrix.blue))
    luminance = SIMD3(colour.luminance)
    gain = SampledCurve(colour.gain)
    shoulder = SampledCurve { colour.shoulder($0 * Self.range) }
    signal = SampledCurve(BT1886.signal)
  }

  /// The brightest light of a channel, in parts of reference white: the peak of PQ, and as much
  /// again for a colour outside BT.709, whose strongest channel the matrix lifts up to 1.7 times.
  private static let range = 2 * PerceptualQuantizer.peak / ReferenceWhite.pqLight

  /// The still's 8-bit colour for 16-bit R'G'B' of the clip.
  public func callAsFunction(red: UInt16, green: UInt16, blue: UInt16) -> SIMD3<UInt8> {
    let light = SIMD3(light[Int(red)], light[Int(green)], light[Int(blue)])
    let scaled = light * gain((luminance * light).sum())
    let shown = SIMD3(
      (matrix.red * scaled).sum(), (matrix.green * scaled).sum(), (matrix.blue * scaled).sum())
    let fitted = shown * shoulder(shown.max() / Float(Self.range))
    let levels = SIMD3(signal(fitted.x), signal(fitted.y), signal(fitted.z)) * 255 + 0.5
    return SIMD3<UInt8>(truncatingIfNeeded: SIMD3<Int32>(levels))
  }
}
