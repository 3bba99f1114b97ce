internal import Imaging

/// Brings a piece of an RGB picture to another size: a windowed sinc, first along rows, then along
/// columns.
package struct PieceScaler {
  private let width, height, targetWidth, targetHeight: Int
  private let columns, rows: ResamplingTaps

  /// The taps of a piece's size and of the size that it gets.
  package init(from source: (width: Int, height: Int), to target: (width: Int, height: Int)) {
    (width, height) = source
    (targetWidth, targetHeight) = target
    columns = ResamplingTaps(from: width, to: targetWidth, .lanczos3)
    rows = ResamplingTaps(from: height, to: targetHeight, .lanczos3)
  }

  /// The piece that begins at a column and a row; it lies within the picture.
  package func scaled(_ pixels: [UInt8], rowBytes: Int, left: Int, top: Int) -> [UInt8] {
    if (width, height) == (targetWidth, targetHeight) {
      return (top..<top + height).flatMap { y -> ArraySlice<UInt8> in
        let begin = y * rowBytes + left * 3
        return pixels[begin..<begin + width * 3]
      }
    }
    let rowCount = targetWidth * 3
    var narrowed = [Float](repeating: 0, count: rowCount * height)
    for y in 0..<height {
      let begin = (top + y) * rowBytes + left * 3
      narrow(pixels[begin..<begin + width * 3], into: &narrowed, at: y * rowCount)
    }
    var scaled: [UInt8] = []
    scaled.reserveCapacity(rowCount * targetHeight)
    var sums = [Float](repeating: 0, count: rowCount)
    for y in 0..<targetHeight {
      sum(narrowed, row: y, into: &sums)
      for sum in sums { scaled.append(UInt8(Swift.min(Swift.max(sum, 0), 255) + 0.5)) }
    }
    return scaled
  }

  /// One row of the piece at its new width.
  private func narrow(_ row: ArraySlice<UInt8>, into result: inout [Float], at start: Int) {
    unsafe row.withUnsafeBufferPointer { row in
      unsafe result.withUnsafeMutableBufferPointer { result in
        for x in 0..<targetWidth {
          let first = columns.first[x] * 3
          var (red, green, blue): (Float, Float, Float) = (0, 0, 0)
          for tap in 0..<columns.count {
            let weight = columns.weights[x * columns.count + tap]
            unsafe red += Float(row[first + 3 * tap]) * weight
            unsafe green += Float(row[first + 3 * tap + 1]) * weight
            unsafe blue += Float(row[first + 3 * tap + 2]) * weight
          }
          unsafe result[start + 3 * x] = red
          unsafe result[start + 3 * x + 1] = green
          unsafe result[start + 3 * x + 2] = blue
        }
      }
    }
  }

  /// The weighted sum of the rows that a row of the result is made of.
  private func sum(_ narrowed: [Float], row y: Int, into sums: inout [Float]) {
    let count = targetWidth * 3
    unsafe narrowed.withUnsafeBufferPointer { narrowed in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        unsafe sums.update(repeating: 0)
        for tap in 0..<rows.count {
          let weight = rows.weights[y * rows.count + tap]
          let from = (rows.first[y] + tap) * count
          for i in 0..<count { unsafe sums[i] += narrowed[from + i] * weight }
        }
      }
    }
  }
}
