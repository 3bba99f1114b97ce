/// Eigenvectors of small symmetric matrices.
package enum SymmetricEigen {
  /// The largest eigenvalue and its vector of length 1.
  package static func largest(of matrix: [[Double]]) -> (value: Double, vector: [Double]) {
    let (values, vectors) = all(of: matrix)
    var best = 0
    for index in values.indices.dropFirst() where values[index] > values[best] { best = index }
    return (values[best], vectors[best])
  }

  /// The eigenvalues and their vectors of length 1, by cyclic Jacobi rotations (Golub and Van Loan, Matrix
  /// Computations, 8.5), which are exact to rounding also for close eigenvalues.
  package static func all(of matrix: [[Double]]) -> (values: [Double], vectors: [[Double]]) {
    let size = matrix.count
    var a = matrix
    var vectors = (0..<size).map { row in (0..<size).map { $0 == row ? 1.0 : 0 } }
    let total = a.joined().reduce(0) { $0 + $1 * $1 }
    // Converges quadratically: four or five sweeps do for a 4 x 4 matrix.
    for _ in 0..<30 {
      var off = 0.0
      for p in 0..<size {
        for q in 0..<p { off += a[p][q] * a[p][q] }
      }
      if !(off > 1e-32 * total) { break }
      for p in 0..<size {
        for q in (p + 1)..<max(size, p + 1) where a[p][q] != 0 {
          rotate(&a, &vectors, p, q)
        }
      }
    }
    return (
      (0..<size).map { a[$0][$0] }, (0..<size).map { column in vectors.map { $0[column] } }
    )
  }

  /// Makes a[p][q] zero.
  private static func rotate(_ a: inout [[Double]], _ vectors: inout [[Double]], _ p: Int, _ q: Int)
  {
    let theta = (a[q][q] - a[p][p]) / (2 * a[p][q])
    let t = (theta >= 0 ? 1 : -1) / (abs(theta) + (theta * theta + 1).squareRoot())
    let c = 1 / (t * t + 1).squareRoot()
    let s = t * c
    for k in a.indices {
      (a[k][p], a[k][q]) = (c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q])
    }
    for k in a.indices {
      (a[p][k], a[q][k]) = (c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k])
    }
    for k in vectors.indices {
      (vectors[k][p], vectors[k][q]) = (
        c * vectors[k][p] - s * vectors[k][q], s * vectors[k][p] + c * vectors[k][q]
      )
    }
  }
}
