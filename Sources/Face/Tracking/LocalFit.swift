internal import Foundation

/// A polynomial fitted to the samples around one of them, by weighted least squares.
///
/// The value of the fit at the middle sample is a weighted sum of the samples (Savitzky and Golay
/// 1964, for any times); `weights` are the factors of that sum. They add up to 1, and from degree 1
/// on a value that changes evenly comes out unchanged: no lag, also at the ends.
enum LocalFit {
  /// The weights of samples at `times`, in milliseconds from the middle one, under a Gaussian of
  /// the standard deviation `sigma`; of degree 0 to 2, less where there are too few samples.
  static func weights(times: [Double], sigma: Double, degree: Int) -> [Double] {
    // Times in units of sigma keep the sums of powers near 1.
    let u = times.map { $0 / sigma }
    let g = u.map { exp(-0.5 * $0 * $0) }
    var moments = [0.0, 0, 0, 0, 0]
    for (u, g) in zip(u, g) {
      var power = g
      for order in 0..<5 {
        moments[order] += power
        power *= u
      }
    }
    let (m0, m1, m2, m3, m4) = (moments[0], moments[1], moments[2], moments[3], moments[4])
    // The first row of the inverse of the moment matrix, by its cofactors.
    if degree >= 2, times.count >= 3 {
      let (c0, c1, c2) = (m2 * m4 - m3 * m3, m2 * m3 - m1 * m4, m1 * m3 - m2 * m2)
      let determinant = m0 * c0 + m1 * c1 + m2 * c2
      if determinant > 1e-9 * m0 * m2 * m4 {
        return zip(u, g).map { u, g in g * (c0 + u * (c1 + u * c2)) / determinant }
      }
    }
    if degree >= 1, times.count >= 2 {
      let determinant = m0 * m2 - m1 * m1
      if determinant > 1e-9 * m0 * m2 {
        return zip(u, g).map { u, g in g * (m2 - u * m1) / determinant }
      }
    }
    return g.map { $0 / m0 }
  }
}
