/// Where a level of a texture is transparent, in cells of 4 x 4 texels.
///
/// A table of sums answers for a box of any size with four look-ups.
struct TransparencyMap: Sendable {
  /// Texels to a cell's side, as a power of two: smaller cells follow outlines closer, larger
  /// ones take less memory (this takes a sixteenth of a level of pairs).
  private static let cellBits = 2

  /// Texels each way, border included.
  private let width, height: Int
  private let columns: Int
  /// At (x, y): how many cells above and left of it are not transparent, rows of `columns + 1`.
  private let sums: [UInt32]

  /// Finds the cells of a level in which any number is not 0.
  ///
  /// - Parameters:
  ///   - width: texels in a row, border included.
  ///   - texels: the numbers, row by row.
  init(width: Int, height: Int, channels: Int, texels: [Int16]) {
    let side = 1 << Self.cellBits
    let columns = (width + side - 1) / side
    let rows = (height + side - 1) / side
    let stride = columns + 1
    var sums = [UInt32](repeating: 0, count: stride * (rows + 1))
    unsafe texels.withUnsafeBufferPointer { texels in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        for y in 0..<height {
          let row = ((y >> Self.cellBits) + 1) * stride + 1
          var i = y * width * channels
          for x in 0..<width {
            var any: Int16 = 0
            for c in 0..<channels { unsafe any |= texels[i + c] }
            if any != 0 { unsafe sums[row + x >> Self.cellBits] = 1 }
            i += channels
          }
        }
        for y in 1...rows {
          var inRow: UInt32 = 0
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

  /// Whether every texel of a box is transparent; texels beyond the border are as the border is.
  ///
  /// - Parameters:
  ///   - span: the first and the last column; `rows` alike.
  @inline(__always)
  func isTransparent(columns span: (Int32, Int32), rows: (Int32, Int32)) -> Bool {
    func cell(_ texel: Int32, _ size: Int) -> Int {
      min(max(Int(texel), 0), size - 1) >> Self.cellBits
    }
    let (left, right) = (cell(span.0, width), cell(span.1, width) + 1)
    let upper = cell(rows.0, height) * (columns + 1)
    let lower = (cell(rows.1, height) + 1) * (columns + 1)
    return unsafe sums.withUnsafeBufferPointer { sums in
      let outer = unsafe sums[lower + right] &+ sums[upper + left]
      return unsafe outer == sums[upper + right] &+ sums[lower + left]
    }
  }
}
