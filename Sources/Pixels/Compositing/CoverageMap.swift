internal import CKernels

/// Where a level of a texture is transparent and where it is opaque, in squares of 4 x 4 texels.
///
/// Two bits a square: a table of sums would answer for every box with four look-ups, but takes
/// sixteen times the memory, and the encoder has emptied the caches when a frame is drawn.
struct CoverageMap: Sendable {
  /// Texels to a square's side, as a power of two: smaller squares follow outlines closer.
  private static let squareBits = Int(CK_COVERAGE_BITS)

  /// Texels each way, border included.
  private let width, height: Int
  /// Pairs of words in a row.
  private let words: Int
  /// As `ck_coverage` has them.
  private let bits: [UInt64]

  /// Finds the squares of a level in which any alpha is not 0, or not whole.
  ///
  /// - Parameters:
  ///   - width: texels in a row, border included.
  ///   - texels: their components, row by row.
  init(width: Int, height: Int, channels: Int, texels: [Int16]) {
    let side = 1 << Self.squareBits
    let words = ((width + side - 1) / side + 63) / 64
    let rows = (height + side - 1) / side
    var bits = [UInt64](repeating: 0, count: 2 * words * rows)
    unsafe texels.withUnsafeBufferPointer { texels in
      unsafe bits.withUnsafeMutableBufferPointer { bits in
        for y in 0..<height {
          let row = 2 * words * (y >> Self.squareBits)
          var alpha = y * width * channels + channels - 1
          for x in 0..<width {
            let square = x >> Self.squareBits
            let word = row + square >> 6 * 2
            let bit: UInt64 = 1 << UInt64(square & 63)
            // Where there is no alpha, there is no premultiplied colour.
            let a = unsafe texels[alpha]
            if a != 0 { unsafe bits[word] |= bit }
            if a != CK_OPAQUE { unsafe bits[word + 1] |= bit }
            alpha += channels
          }
        }
      }
    }
    (self.width, self.height, self.words, self.bits) = (width, height, words, bits)
  }

  /// Lends the kernels' view of the map.
  func withCoverage<Result>(_ body: (UnsafePointer<ck_coverage>) -> Result) -> Result? {
    unsafe bits.withUnsafeBufferPointer { bits in
      guard let base = bits.baseAddress else { return nil }
      var coverage = unsafe ck_coverage(
        bits: base, words: Int32(words), width: Int32(width), height: Int32(height))
      return unsafe body(&coverage)
    }
  }
}
