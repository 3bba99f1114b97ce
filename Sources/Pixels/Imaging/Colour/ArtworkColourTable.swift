/// `ArtworkColour` for whole pictures: the same formulas by tables, to within 1/100 of a level.
public struct ArtworkColourTable: Sendable {
  /// Light by 8-bit value.
  private let light: [Float]
  private let matrix: (red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>)
  private let luminance: SIMD3<Float>
  /// What light is multiplied by: one number, or for HLG one by luminance.
  private let gain: (constant: Float, byLuminance: SampledCurve?)
  private let signal: SampledCurve

  /// Fills the tables; nil where colours stay as they are.
  public init?(_ colour: ArtworkColour) {
    guard !colour.isIdentity else { return nil }
    light = (0...255).map { Float(BT1886.light(ofSignal: Double($0) / 255)) }
    matrix = (SIMD3(colour.matrix.red), SIMD3(colour.matrix.green), SIMD3(colour.matrix.blue))
    luminance = SIMD3(ArtworkColour.luminance)
    gain = (
      Float(colour.gain(luminance: 1)),
      colour.transfer == .hlg ? SampledCurve(colour.gain) : nil
    )
    signal = SampledCurve(colour.signal)
  }

  /// The clip's R'G'B', of 0...1, for a pixel of artwork.
  public func callAsFunction(red: UInt8, green: UInt8, blue: UInt8) -> SIMD3<Float> {
    let light = SIMD3(light[Int(red)], light[Int(green)], light[Int(blue)])
    let scaled = light * (gain.byLuminance?((luminance * light).sum()) ?? gain.constant)
    return [
      signal((matrix.red * scaled).sum()), signal((matrix.green * scaled).sum()),
      signal((matrix.blue * scaled).sum()),
    ]
  }
}
