internal import Geometry

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
    var a = [Double](repeating: 0, count: size * size)
    for (place, u) in u.enumerated() where !(leavingOutCentre && place == middle) {
      var powers = [1.0]
      for _ in 0..<(2 * Self.degree) { powers.append((powers.last ?? 1) * u) }
      for i in 0..<size {
        for j in 0..<size { a[i * size + j] += powers[i + j] }
      }
    }
    // The value at u = 0 is the first coefficient: the first row of the inverse.
    let unit = [1] + [Double](repeating: 0, count: Self.degree)
    guard let row = LinearSystem.solution(a, unit, leastPivot: 1e-12) else { return nil }
    weights = u.enumerated().map { place, u in
      leavingOutCentre && place == middle
        ? 0 : row[0] + u * (row[1] + u * (row[2] + u * row[3]))
    }
  }
}
