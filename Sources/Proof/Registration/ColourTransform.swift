import Imaging

/// An affine map of colours of 0 to 255: each channel of the result from the three of the source.
struct ColourTransform {
  /// Rows of red, green and blue: their shares of red, green, blue, and the offset.
  var red, green, blue: SIMD4<Double>

  func apply(_ colour: SIMD3<Double>) -> SIMD3<Double> {
    let c = SIMD4(colour, 1)
    let result = SIMD3((red * c).sum(), (green * c).sum(), (blue * c).sum())
    return result.clamped(
      lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 255))
  }

  init(red: SIMD4<Double>, green: SIMD4<Double>, blue: SIMD4<Double>) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// The same gain and offset for all channels.
  init(gain: Double, offset: Double) {
    self.init(
      red: SIMD4(gain, 0, 0, offset), green: SIMD4(0, gain, 0, offset),
      blue: SIMD4(0, 0, gain, offset))
  }

  /// Colours that were written by one matrix and read by another.
  init(written: YUVEncoding.Matrix, read: YUVEncoding.Matrix) {
    let from = YUVEncoding(matrix: written, fullRange: true).coefficients
    let to = YUVEncoding(matrix: read, fullRange: true).coefficients
    func column(_ r: Double, _ g: Double, _ b: Double) -> SIMD3<Double> {
      let level = from.levels(red: r, green: g, blue: b)
      let colour = to.colour(y: level.y, cb: level.cb, cr: level.cr)
      return SIMD3(colour.red, colour.green, colour.blue)
    }
    let (r, g, b) = (column(1, 0, 0), column(0, 1, 0), column(0, 0, 1))
    self.init(
      red: SIMD4(r.x, g.x, b.x, 0), green: SIMD4(r.y, g.y, b.y, 0),
      blue: SIMD4(r.z, g.z, b.z, 0))
  }

  /// The known mistakes, as a person would look for them.
  static let mistakes: [(map: ColourTransform, words: String)] = [
    (
      ColourTransform(gain: 219.0 / 255, offset: 16),
      "range: limited range is shown as full, or was converted twice"
    ),
    (
      ColourTransform(gain: 255.0 / 219, offset: -16 * 255.0 / 219),
      "range: full range was taken for limited"
    ),
    (
      ColourTransform(
        red: SIMD4(0, 0, 1, 0), green: SIMD4(0, 1, 0, 0), blue: SIMD4(1, 0, 0, 0)),
      "red and blue are swapped"
    ),
    (
      ColourTransform(written: .bt601, read: .bt709),
      "matrix: written with BT.601, read with BT.709"
    ),
    (
      ColourTransform(written: .bt709, read: .bt601),
      "matrix: written with BT.709, read with BT.601"
    ),
  ]
}
