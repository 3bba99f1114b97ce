package import Imaging

/// How the numbers of a picture's format stand for light: the sRGB curve on its R'G'B', to which HDR and wide
/// colours are tone-mapped as those of a still are.
package struct LightTables: Sendable {
  /// The format that they are of.
  package let format: PixelFormat
  /// The shares of R, G and B in luminance, of BT.709's primaries.
  package static var luminance: SIMD3<Float> { SIMD3(0.2126, 0.7152, 0.0722) }

  /// What HDR and wide colours are in a still; nil where colours stay as they are.
  let still: StillColourTable?
  /// What is subtracted from Y, Cb and Cr in levels of 8 bit, and what each then adds to R, G and B.
  let offsets: SIMD3<Float>
  let fromLuma, fromBlue, fromRed: SIMD4<Float>
  /// Where the middle of the first chroma sample lies, in pixels.
  let chromaOrigin: SIMD2<Float>

  /// Makes the tables of a format.
  package init(_ format: PixelFormat) {
    self.format = format
    guard case .yuv(let layout, let encoding) = format else {
      still = nil
      (offsets, fromLuma) = (.zero, SIMD4(1 / 255, 0, 0, 0))
      (fromBlue, fromRed) = (SIMD4(0, 1 / 255, 0, 0), SIMD4(0, 0, 1 / 255, 0))
      chromaOrigin = SIMD2(0.5, 0.5)
      return
    }
    still = StillColourTable(StillColour(from: encoding))
    let c = encoding.coefficients(bitDepth: layout.bitDepth)
    let (blue, red) = (2 * (1 - c.kb) / c.chromaScale, 2 * (1 - c.kr) / c.chromaScale)
    offsets = SIMD3(Float(c.lumaOffset), Float(c.chromaOffset), Float(c.chromaOffset))
    let light = Float(1 / c.lumaScale)
    fromLuma = SIMD4(light, light, light, 0)
    fromBlue = SIMD4(0, Float(-c.kb * blue / c.kg), Float(blue), 0)
    fromRed = SIMD4(Float(red), Float(-c.kr * red / c.kg), 0, 0)
    chromaOrigin = SIMD2<Float>(encoding.chromaOrigin(layout))
  }

  /// The R'G'B' of 0...1 that is shown of the picture's own.
  @inline(__always)
  func shown(_ own: SIMD4<Float>) -> SIMD4<Float> {
    let signal = LightCurve.clamped(own)
    guard let still else { return signal }
    func word(_ part: Float) -> UInt16 { UInt16(part * 65_535 + 0.5) }
    let shown = still(red: word(signal.x), green: word(signal.y), blue: word(signal.z))
    return SIMD4(Float(shown.x), Float(shown.y), Float(shown.z), 0) / 255
  }
}

/// The sRGB curve, from R'G'B' to light.
@safe struct LightCurve: @unchecked Sendable {
  static let shared = LightCurve()
  /// The steps from black to white: a step is 0.6 % of the light where a channel is 64 of 255, of which the mean
  /// over a window of pixels keeps a tenth.
  private static let white: Float = 4095
  /// The light of each step.
  ///
  /// It lasts as long as the program: asking an array for every channel takes as long as all else.
  private let steps: UnsafeMutablePointer<Float>

  private init() {
    unsafe steps = .allocate(capacity: Int(Self.white) + 1)
    for step in 0...Int(Self.white) {
      let signal = Double(step) / Double(Self.white)
      unsafe (steps + step).initialize(to: Float(SRGB.light(ofSignal: signal)))
    }
  }

  /// The light of R'G'B' of 0...1; its last is 0.
  @inline(__always) subscript(signal: SIMD4<Float>) -> SIMD4<Float> {
    // Added to 2 ^ 23 a number is whole, and its last 12 bits are the step: conversions compare, and take longer.
    let place = signal * Self.white + 8_388_608
    func light(_ part: Float) -> Float { unsafe steps[Int(part.bitPattern & 0xFFF)] }
    return SIMD4(light(place.x), light(place.y), light(place.z), 0)
  }

  /// The nearest R'G'B' of 0...1; the standard library's `clamped` takes ten times as long.
  @inline(__always) static func clamped(_ signal: SIMD4<Float>) -> SIMD4<Float> {
    var signal = signal
    signal.replace(with: 0, where: signal .< 0)
    signal.replace(with: 1, where: signal .> 1)
    return signal
  }

  /// Light, with its luminance as the last.
  @inline(__always) static func withLuminance(_ light: SIMD4<Float>) -> SIMD4<Float> {
    let (r, g, b) = (light.x, light.y, light.z)
    return SIMD4(r, g, b, 0.2126 * r + 0.7152 * g + 0.0722 * b)
  }
}
