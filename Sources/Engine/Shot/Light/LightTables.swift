package import Imaging

/// How the numbers of a picture's format stand for light: the sRGB curve on its R'G'B', to which HDR and wide
/// colours are tone-mapped as those of a still are.
package struct LightTables: Sendable {
  /// The format that they are of.
  package let format: PixelFormat
  /// The steps from black to white of `curve`: a step is 0.6 % of the light where a channel is 64 of 255, of
  /// which the mean over a window of pixels keeps a tenth.
  static let steps = 4096
  /// The light of each step.
  ///
  /// Pixels are read through a pointer, which lasts as long as the program: asking an
  /// array for every channel takes as long as all else.
  nonisolated(unsafe) static let curve: UnsafePointer<Float> = {
    let curve = UnsafeMutablePointer<Float>.allocate(capacity: steps + 1)
    for step in 0...steps {
      unsafe (curve + step).initialize(
        to: Float(SRGB.light(ofSignal: Double(step) / Double(steps))))
    }
    return unsafe UnsafePointer(curve)
  }()
  /// The shares of R, G and B in luminance, of BT.709's primaries.
  package static var luminance: SIMD3<Float> { SIMD3(0.2126, 0.7152, 0.0722) }

  /// What HDR and wide colours are in a still; nil where colours stay as they are.
  let still: StillColourTable?
  /// What is subtracted from Y, Cb and Cr in levels of 8 bit, and what each then adds to R, G and B.
  let offsets: SIMD3<Float>
  let fromLuma, fromBlue, fromRed: SIMD3<Float>

  /// Makes the tables of a format.
  package init(_ format: PixelFormat) {
    self.format = format
    guard case .yuv(let layout, let encoding) = format else {
      still = nil
      (offsets, fromLuma) = (.zero, SIMD3(1 / 255, 0, 0))
      (fromBlue, fromRed) = (SIMD3(0, 1 / 255, 0), SIMD3(0, 0, 1 / 255))
      return
    }
    still = StillColourTable(StillColour(from: encoding))
    let c = encoding.coefficients(bitDepth: layout.bitDepth)
    let (blue, red) = (2 * (1 - c.kb) / c.chromaScale, 2 * (1 - c.kr) / c.chromaScale)
    offsets = SIMD3(Float(c.lumaOffset), Float(c.chromaOffset), Float(c.chromaOffset))
    fromLuma = SIMD3(repeating: Float(1 / c.lumaScale))
    fromBlue = SIMD3(0, Float(-c.kb * blue / c.kg), Float(blue))
    fromRed = SIMD3(Float(red), Float(-c.kr * red / c.kg), 0)
  }
}
