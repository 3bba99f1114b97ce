internal import Geometry

/// The similarity (rotation, uniform scale, translation) that takes one set of points nearest to
/// another, by weighted least squares.
///
/// The rotation is Horn's (1987): the eigenvector of a symmetric 4 x 4 matrix is the quaternion, so
/// that it can be no reflection. The scale is the least squares one of Umeyama (1991).
struct WeightedProcrustes: Sendable {
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
