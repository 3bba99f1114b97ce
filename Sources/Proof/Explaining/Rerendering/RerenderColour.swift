/// Colours as residuals are measured in: luma, and chroma at a lower weight.
///
/// Clips halve chroma's resolution, so at coloured edges a codec's chroma is off by tens of levels
/// where its luma is not.
enum RerenderColour {
  private static let chroma: Float = 0.6
  // Not stored: a stored one is asked for each pixel whether it is made already.
  private static var red: SIMD4<Float> { SIMD4(0.299, -0.1687 * chroma, 0.5 * chroma, 0) }
  private static var green: SIMD4<Float> { SIMD4(0.587, -0.3313 * chroma, -0.4187 * chroma, 0) }
  private static var blue: SIMD4<Float> { SIMD4(0.114, 0.5 * chroma, -0.0813 * chroma, 0) }

  /// Luma and chroma of a pixel's colours, in levels.
  @inline(__always)
  static func of(_ pixel: ByteRaster.Pixel) -> SIMD4<Float> {
    red * Float(pixel.x) + green * Float(pixel.y) + blue * Float(pixel.z)
  }

  /// The same of a pixel that is drawn on a background which is only guessed where it is not known.
  @inline(__always)
  static func of(_ pixel: ByteRaster.Pixel, on guess: SIMD4<Float>) -> SIMD4<Float> {
    of(pixel) + guess * (Float(255 &- pixel.w) * (1 / 255))
  }

  /// The square of a colour's length.
  @inline(__always)
  static func square(_ colour: SIMD4<Float>) -> Float { (colour * colour).sum() }
}
