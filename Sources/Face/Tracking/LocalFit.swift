internal import Foundation

/// A polynomial fitted to the samples around one of them, by weighted least squares.
///
/// The value of the fit at the middle sample is a weighted sum of the samples (Savitzky and Golay
/// 1964, for any times); `weights` are the factors of that sum. They add up to 1, and from degree 1
/// on a value that changes evenly comes out unchanged: no lag, also at the ends.
enum LocalFit {
  /// The weights of samples at `times`, in milliseconds from the middle one, under a Gaussian of
  /// the standard deviation `sigma`; of a degree, or of a lower one where there are too few samples.
  ///
  /// By polynomials that are orthogonal over the samples (Forsythe 1957), which needs no equations
  /// solved and loses no digits.
  static func weights(times: [Double], sigma: Double, degree: Int) -> [Double] {
    // Times in units of sigma keep the norms near 1.
    let u = times.map { $0 / sigma }
    let g = u.map { exp(-0.5 * $0 * $0) }
    func product(_ a: [Double], _ b: [Double]) -> Double {
      zip(g, zip(a, b)).reduce(0) { $0 + $1.0 * $1.1.0 * $1.1.1 }
    }
    // A polynomial's values at the samples, and at the middle.
    var last = (values: u.map { _ in 0.0 }, middle: 0.0, norm: 1.0)
    let one = u.map { _ in 1.0 }
    var this = (values: one, middle: 1.0, norm: product(one, one))
    let total = this.norm
    var weights = g.map { $0 / total }
    for order in 0..<min(degree, times.count - 1) {
      let shift = product(zip(u, this.values).map { $0 * $1 }, this.values) / this.norm
      let part = order == 0 ? 0 : this.norm / last.norm
      let values = u.indices.map { (u[$0] - shift) * this.values[$0] - part * last.values[$0] }
      let norm = product(values, values)
      guard norm > 1e-9 * total else { break }
      let middle = -shift * this.middle - part * last.middle
      (last, this) = (this, (values, middle, norm))
      for index in weights.indices { weights[index] += g[index] * values[index] * middle / norm }
    }
    return weights
  }
}
