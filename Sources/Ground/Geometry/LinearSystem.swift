/// Linear equations in a few unknowns.
package enum LinearSystem {
  /// The unknowns of as many equations, by elimination with the largest pivot of each column; nil where
  /// they have no single solution.
  ///
  /// - Parameters:
  ///   - rows: the equations, row by row, `count` coefficients each.
  ///   - right: their right sides.
  ///   - leastPivot: the least pivot that tells anything.
  package static func solution(
    _ rows: [Double], _ right: [Double], leastPivot: Double = 1e-300
  ) -> [Double]? {
    let n = right.count
    var (a, b) = (rows, right)
    for column in 0..<n {
      guard
        let pivot = (column..<n).max(by: { abs(a[$0 * n + column]) < abs(a[$1 * n + column]) }),
        abs(a[pivot * n + column]) > leastPivot, a[pivot * n + column].isFinite
      else { return nil }
      if pivot != column {
        for k in column..<n { a.swapAt(pivot * n + k, column * n + k) }
        b.swapAt(pivot, column)
      }
      for row in (column + 1)..<n {
        let factor = a[row * n + column] / a[column * n + column]
        guard factor != 0 else { continue }
        for k in column..<n { a[row * n + k] -= factor * a[column * n + k] }
        b[row] -= factor * b[column]
      }
    }
    for row in stride(from: n - 1, through: 0, by: -1) {
      for k in (row + 1)..<n { b[row] -= a[row * n + k] * b[k] }
      b[row] /= a[row * n + row]
    }
    return b.allSatisfy(\.isFinite) ? b : nil
  }
}
