import Geometry

/// The normal equations of a step: four unknowns, growth, turn, shift right and shift down, all
/// in pixels (growth and turn as felt at the template's radius).
struct NormalEquations {
  private var matrix = SymmetricMatrix4()
  private var side = SIMD4<Double>.zero
  private var energy = 0.0
  private var weights = 0.0

  /// Adds a pixel: its place over the template's radius, gradients, residual and weight.
  @inline(__always)
  mutating func add(
    place: SIMD2<Float>, gx: SIMD4<Float>, gy: SIMD4<Float>, residual: SIMD4<Float>, weight: Float
  ) {
    let (x, y) = (place.x, place.y)
    let (xx, xy, yy) = ((gx * gx).sum(), (gx * gy).sum(), (gy * gy).sum())
    let (bx, by) = ((gx * residual).sum(), (gy * residual).sum())
    // Columns of the Jacobian are gx X + gy Y, gy X - gx Y, gx and gy.
    let first = SIMD4(
      xx * x * x + 2 * xy * x * y + yy * y * y, (yy - xx) * x * y + xy * (x * x - y * y),
      xx * x + xy * y, xy * x + yy * y)
    let second = SIMD4(
      0, xx * y * y - 2 * xy * x * y + yy * x * x, xy * x - xx * y, yy * x - xy * y)
    matrix.rows.0 += SIMD4<Double>(first * weight)
    matrix.rows.1 += SIMD4<Double>(second * weight)
    matrix.rows.2 += SIMD4<Double>(SIMD4(0, 0, xx, xy) * weight)
    matrix.rows.3.w += Double(yy * weight)
    side += SIMD4<Double>(SIMD4(bx * x + by * y, by * x - bx * y, bx, by) * weight)
    energy += Double((residual * residual).sum() * weight)
    weights += Double(weight)
  }

  /// A step, and what of it is determined.
  struct Solution {
    var step: SIMD4<Double>
    var determinacy: Determinacy
    /// The largest part, in pixels.
    var largest: Double { max(step.max(), -step.min()) }

    /// The step as a map about a centre.
    func map(about centre: SIMD2<Double>, radius: Double) -> PlaneMotion? {
      let (growth, turn) = (step.x / radius, step.y / radius)
      guard growth.isFinite, turn.isFinite, growth > -0.9 else { return nil }
      let map = PlaneMotion(
        right: SIMD2(1 + growth, turn), down: SIMD2(-turn, 1 + growth), shift: .zero)
      return PlaneMotion(
        right: map.right, down: map.down,
        shift: centre + SIMD2(step.z, step.w) - map.linear(centre))
    }
  }

  /// A direction whose eigenvalue is below this part of the largest is not determined: a straight
  /// edge or a disc, antialiased and on a textured background, leaks up to a hundredth.
  static let leastCondition = 1.5e-2

  /// The least step that solves the equations: directions that are not determined get none of it.
  ///
  /// What is known not to be determined is not looked for.
  func solution(allowed: Determinacy) -> Solution {
    var matrix = matrix
    if !allowed.scale { matrix.rows.0 = .zero }
    if !allowed.rotation {
      matrix.rows.0.y = 0
      matrix.rows.1 = .zero
    }
    let (values, vectors) = matrix.eigen()
    let largest = values.max()
    var step = SIMD4<Double>.zero
    var lost = SIMD4<Double>.zero
    var lostShifts = 0
    for i in 0..<4 {
      let vector = vectors[i]
      guard values[i] > Self.leastCondition * largest, values[i] > 1e-9 else {
        lost += vector * vector
        if vector.z * vector.z + vector.w * vector.w > 0.5 { lostShifts += 1 }
        continue
      }
      step += vector * ((vector * side).sum() / values[i])
    }
    var determinacy = Determinacy()
    determinacy.shiftDirections = 2 - min(2, lostShifts)
    determinacy.scale = lost.x < 0.5
    determinacy.rotation = lost.y < 0.5
    return Solution(step: step, determinacy: determinacy)
  }
}

/// A symmetric matrix by its upper triangle; what is below the diagonal is not read.
struct SymmetricMatrix4 {
  var rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) = (
    .zero, .zero, .zero, .zero
  )

  /// Eigenvalues and unit eigenvectors.
  func eigen() -> (values: SIMD4<Double>, vectors: [SIMD4<Double>]) {
    let upper = [rows.0, rows.1, rows.2, rows.3]
    let (values, vectors) = SymmetricEigen.all(
      of: (0..<4).map { i in (0..<4).map { j in upper[min(i, j)][max(i, j)] } })
    return (SIMD4(values), vectors.map { SIMD4($0) })
  }
}
