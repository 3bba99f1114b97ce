internal import CKernels

/// Where a level of a texture is transparent and where it is opaque, in squares of 4 x 4 texels.
///
/// Tables of sums answer for a box of any size with four look-ups.
struct CoverageMap: Sendable {
  /// Texels to a square's side, as a power of two: smaller squares follow outlines closer, larger
  /// ones take less memory (this takes a sixteenth of a level of pairs).
  private static let squareBits = Int(CK_COVERAGE_BITS)

  /// Texels each way, border included.
  private let width, height: Int
  private let columns: Int
  /// As `ck_coverage` has them: at (x, y), of the squares above and left of it, in the upper half how
  /// many are not transparent, in the lower half how many are not opaque; rows of `columns + 1`.
  private let sums: [UInt32]

  private static let transparentOne: UInt32 = 1 << 16
  private static let opaqueOne: UInt32 = 1

  /// Finds the squares of a level in which any number is not 0, or any alpha not whole.
  ///
  /// - Parameters:
  ///   - width: texels in a row, border included.
  ///   - texels: the numbers, row by row.
  init(width: Int, height: Int, channels: Int, texels: [Int16]) {
    let side = 1 << Self.squareBits
    let columns = (width + side - 1) / side
    let rows = (height + side - 1) / side
    let stride = columns + 1
    var sums = [UInt32](repeating: 0, count: stride * (rows + 1))
    unsafe texels.withUnsafeBufferPointer { texels in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        for y in 0..<height {
          let row = ((y >> Self.squareBits) + 1) * stride + 1
          var alpha = y * width * channels + channels - 1
          for x in 0..<width {
            // Where there is no alpha, there is no premultiplied colour.
            let a = unsafe texels[alpha]
            if a != 0 { unsafe sums[row + x >> Self.squareBits] |= Self.transparentOne }
            if a != CK_OPAQUE { unsafe sums[row + x >> Self.squareBits] |= Self.opaqueOne }
            alpha += channels
          }
        }
        for y in 1...rows {
          var inRow: UInt32 = 0
          for x in 1...columns {
            let i = y * stride + x
            unsafe inRow &+= sums[i]
            unsafe sums[i] = sums[i - stride] &+ inRow
          }
        }
      }
    }
    (self.width, self.height, self.columns, self.sums) = (width, height, columns, sums)
  }

  /// Lends the kernels' view of the map.
  func withCoverage<Result>(_ body: (UnsafePointer<ck_coverage>) -> Result) -> Result? {
    unsafe sums.withUnsafeBufferPointer { sums in
      guard let base = sums.baseAddress else { return nil }
      var coverage = unsafe ck_coverage(
        sums: base, columns: Int32(columns), width: Int32(width), height: Int32(height))
      return unsafe body(&coverage)
    }
  }
}
