/// A cubic fitted by least squares to the samples around one of them (Savitzky and Golay 1964, for
/// any times), with or without that sample itself.
///
/// Without it the fit is a *reference*: what the neighbours say the sample should be, in which its own
/// jitter has no part. It knows nothing of the product's smoothers, and even, accelerated and
/// turning motion passes through it.
struct LocalReference {
  /// Samples on either side.
  ///
  /// Fewer, and the reference's own jitter hides what a smoother takes out:
  /// of white noise the most that can be seen to go is 59, 68, 74 and 78 % for 3, 4, 5 and 6.
  static let aside = 5
  /// The degree of the polynomial.
  static let degree = 3

  /// What to multiply the samples by.
  let weights: [Double]

  /// The weights for a window of rising times, for its sample `centre`; nil where they are too few.
  init?(times: ArraySlice<Double>, centre: Int, leavingOutCentre: Bool) {
    let size = Self.degree + 1
    guard times.count >= size + (leavingOutCentre ? 1 : 0), times.indices.contains(centre),
      let first = times.first, let last = times.last, last > first
    else { return nil }
    // Times in units of the window keep the normal equations well conditioned.
    let u = times.map { 2 * ($0 - times[centre]) / (last - first) }
    let middle = centre - times.startIndex
    var a = [[Double]](repeating: [Double](repeating: 0, count: size + 1), count: size)
    for (place, u) in u.enumerated() where !(leavingOutCentre && place == middle) {
      var powers = [1.0]
      for _ in 0..<(2 * Self.degree) { powers.append((powers.last ?? 1) * u) }
      for i in 0..<size {
        for j in 0..<size { a[i][j] += powers[i + j] }
      }
    }
    // The value at u = 0 is the first coefficient: the first row of the inverse.
    a[0][size] = 1
    guard let row = Self.solve(a) else { return nil }
    weights = u.enumerated().map { place, u in
      leavingOutCentre && place == middle
        ? 0 : row[0] + u * (row[1] + u * (row[2] + u * row[3]))
    }
  }

  /// Gauss's elimination with the largest pivot; nil for a singular system.
  private static func solve(_ system: [[Double]]) -> [Double]? {
    var a = system
    let n = a.count
    for column in 0..<n {
      let pivot = (column..<n).max { abs(a[$0][column]) < abs(a[$1][column]) } ?? column
      guard abs(a[pivot][column]) > 1e-12 else { return nil }
      a.swapAt(column, pivot)
      for row in 0..<n where row != column {
        let factor = a[row][column] / a[column][column]
        if factor == 0 { continue }
        for k in column...n { a[row][k] -= factor * a[column][k] }
      }
    }
    return (0..<n).map { a[$0][n] / a[$0][$0] }
  }
}
