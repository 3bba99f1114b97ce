internal import CKernels

/// Where a level of a texture is transparent and where it is opaque, in cells of 4 x 4 texels.
///
/// Tables of sums answer for a box of any size with four look-ups.
struct CoverageMap: Sendable {
  /// Texels to a cell's side, as a power of two: smaller cells follow outlines closer, larger
  /// ones take less memory (this takes an eighth of a level of pairs).
  private static let cellBits = 2

  /// Texels each way, border included.
  private let width, height: Int
  private let columns: Int
  /// At (x, y), of the cells above and left of it: in the upper half how many are not transparent,
  /// in the lower half how many are not opaque; rows of `columns + 1`.
  private let sums: [UInt64]

  private static let transparentOne: UInt64 = 1 << 32
  private static let opaqueOne: UInt64 = 1

  /// Finds the cells of a level in which any number is not 0, or any alpha not whole.
  ///
  /// - Parameters:
  ///   - width: texels in a row, border included.
  ///   - texels: the numbers, row by row.
  init(width: Int, height: Int, channels: Int, texels: [Int16]) {
    let side = 1 << Self.cellBits
    let columns = (width + side - 1) / side
    let rows = (height + side - 1) / side
    let stride = columns + 1
    var sums = [UInt64](repeating: 0, count: stride * (rows + 1))
    unsafe texels.withUnsafeBufferPointer { texels in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        for y in 0..<height {
          let row = ((y >> Self.cellBits) + 1) * stride + 1
          var alpha = y * width * channels + channels - 1
          for x in 0..<width {
            // Where there is no alpha, there is no premultiplied colour.
            let a = unsafe texels[alpha]
            if a != 0 { unsafe sums[row + x >> Self.cellBits] |= Self.transparentOne }
            if a != CK_OPAQUE { unsafe sums[row + x >> Self.cellBits] |= Self.opaqueOne }
            alpha += channels
          }
        }
        for y in 1...rows {
          var inRow: UInt64 = 0
          for x in 1...columns {
            let i = y * stride + x
            unsafe inRow += sums[i]
            unsafe sums[i] = sums[i - stride] + inRow
          }
        }
      }
    }
    (self.width, self.height, self.columns, self.sums) = (width, height, columns, sums)
  }

  /// What a box of texels is.
  struct Box {
    /// Whether every texel is transparent.
    let isTransparent: Bool
    /// Whether every texel is opaque.
    let isOpaque: Bool
    /// Whether no texel lies beyond the border's first.
    let isInside: Bool
  }

  /// Looks a box up; texels beyond the border are as the border is.
  ///
  /// - Parameters:
  ///   - span: the first and the last column; `rows` alike.
  @inline(__always)
  func box(columns span: (Int32, Int32), rows: (Int32, Int32)) -> Box {
    func cell(_ texel: Int32, _ size: Int) -> Int {
      min(max(Int(texel), 0), size - 1) >> Self.cellBits
    }
    let (left, right) = (cell(span.0, width), cell(span.1, width) + 1)
    let upper = cell(rows.0, height) * (columns + 1)
    let lower = (cell(rows.1, height) + 1) * (columns + 1)
    return unsafe sums.withUnsafeBufferPointer { sums in
      let count =
        unsafe sums[lower + right] &+ sums[upper + left] &- sums[upper + right]
        &- sums[lower + left]
      return Box(
        isTransparent: count < Self.transparentOne,
        isOpaque: UInt32(truncatingIfNeeded: count) == 0,
        isInside: span.0 >= 0 && Int(span.1) < width && rows.0 >= 0 && Int(rows.1) < height)
    }
  }
}
