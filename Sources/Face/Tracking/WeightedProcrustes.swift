internal import Geometry

/// The similarity (rotation, uniform scale, translation) that takes one set of points nearest to
/// another, by weighted least squares.
///
/// The rotation is Horn's (1987): the eigenvector of a symmetric 4 x 4 matrix is the quaternion, so
/// that it can be no reflection. The scale is the least squares one of Umeyama (1991).
struct WeightedProcrustes: Sendable {
  /// What was found.
  struct Similarity {
    var rotation: Quaternion
    var scale: Double
    var translation: Vector3<CameraSpace>

    var transform: FacialTransform {
      FacialTransform(rotation: rotation, scale: scale, translation: translation)
    }
  }

  private let weights: [Double]
  private let totalWeight: Double
  private let center: Vector3<CanonicalSpace>
  private let centered: [Vector3<CanonicalSpace>]
  private let variance: Double

  /// Takes the points that are to be moved, and how much each counts.
  init(source: [Vector3<CanonicalSpace>], weights: [Double]) {
    self.weights = weights
    let total = weights.reduce(0, +)
    let sum = zip(source, weights).reduce(Vector3<CanonicalSpace>.zero) { $0 + $1.0 * $1.1 }
    let center = sum * (1 / total)
    totalWeight = total
    self.center = center
    centered = source.map { $0 + center * -1 }
    variance = zip(centered, weights).reduce(0) { $0 + $1.1 * $1.0.dot($1.0) }
  }

  /// The similarity to as many points; nil where they lie in one place or are not finite.
  func solve(_ target: [Vector3<CameraSpace>]) -> Similarity? {
    guard target.count == centered.count, variance > 0 else { return nil }
    let sum = zip(target, weights).reduce(Vector3<CameraSpace>.zero) { $0 + $1.0 * $1.1 }
    let targetCenter = sum * (1 / totalWeight)
    // The covariance S[i][j] = sum of w a_i b_j.
    var s = [[0.0, 0, 0], [0, 0, 0], [0, 0, 0]]
    for ((a, b), weight) in zip(zip(centered, target), weights) {
      let b = b + targetCenter * -1
      let (left, right) = ([a.x, a.y, a.z], [b.x, b.y, b.z])
      for i in 0..<3 {
        for j in 0..<3 { s[i][j] += weight * left[i] * right[j] }
      }
    }
    let horn = [
      [s[0][0] + s[1][1] + s[2][2], s[1][2] - s[2][1], s[2][0] - s[0][2], s[0][1] - s[1][0]],
      [s[1][2] - s[2][1], s[0][0] - s[1][1] - s[2][2], s[0][1] + s[1][0], s[2][0] + s[0][2]],
      [s[2][0] - s[0][2], s[0][1] + s[1][0], s[1][1] - s[0][0] - s[2][2], s[1][2] + s[2][1]],
      [s[0][1] - s[1][0], s[2][0] + s[0][2], s[1][2] + s[2][1], s[2][2] - s[0][0] - s[1][1]],
    ]
    let (value, vector) = SymmetricEigen.largest(of: horn)
    // The largest eigenvalue is the sum of w (R a) . b, the scale's numerator.
    guard value > 0, value.isFinite else { return nil }
    let rotation = Quaternion(w: vector[0], x: vector[1], y: vector[2], z: vector[3])
    let scale = value / variance
    let moved = FacialTransform(rotation: rotation, scale: scale, translation: .zero)(
      Point3(center.x, center.y, center.z))
    return Similarity(
      rotation: rotation, scale: scale,
      translation: targetCenter + Vector3(-moved.x, -moved.y, -moved.z))
  }
}

/// Eigenvectors of small symmetric matrices.
enum SymmetricEigen {
  /// The largest eigenvalue and its vector of length 1, by cyclic Jacobi rotations (Golub and Van
  /// Loan, Matrix Computations, 8.5), which are exact to rounding also for close eigenvalues.
  static func largest(of matrix: [[Double]]) -> (value: Double, vector: [Double]) {
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
    var best = 0
    for index in 1..<size where a[index][index] > a[best][best] { best = index }
    return (a[best][best], vectors.map { $0[best] })
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
