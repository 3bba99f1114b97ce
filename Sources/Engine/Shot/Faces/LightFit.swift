/// Fits `light = level + direction . normal` to points of a face, by iterated least squares with Tukey's biweight.
///
/// `direction.z` is 0. Over the half of a head that is seen the third component of the normal is nearly a function
/// of the others, and what it takes the level loses.
struct LightFit {
  private struct Point {
    var light: Float
    var normal: SIMD2<Float>
    var weight: Float
  }

  private var points: [Point] = []

  /// How many points there are.
  var count: Int { points.count }

  /// Takes a point; the weight is above 0.
  mutating func add(_ light: Float, _ normal: SIMD3<Float>, weight: Float) {
    points.append(Point(light: light, normal: SIMD2(normal.x, normal.y), weight: weight))
  }

  private static let rounds = 8
  /// Tukey's constant, for 95 % of the efficiency of least squares on normal errors.
  private static let reach: Float = 4.685
  /// From the median of absolute errors to their standard deviation.
  private static let deviation: Float = 1.4826
  /// The least standard deviation, in parts of the light: skin is that uneven, however well the fit goes.
  private static let unevenness: Float = 0.02
  /// Holds back a direction that points do not tell, as on a face that is turned away: a two-hundredth of what the
  /// normals of a whole face tell.
  private static let ridge: Float = 1e-3

  /// The fit; nil where the points tell none.
  func solve() -> (level: Float, direction: SIMD3<Float>)? {
    guard let middle = points.map(\.light).median, middle > 0 else { return nil }
    var trust = [Float](repeating: 1, count: points.count)
    var found = SIMD3<Float>.zero
    for _ in 0..<Self.rounds {
      guard let next = leastSquares(trust) else { return nil }
      found = next
      let errors = points.map { $0.light - next.x - next.y * $0.normal.x - next.z * $0.normal.y }
      guard let spread = errors.map(abs).median else { return nil }
      let scale = Self.reach * (Self.deviation * spread + Self.unevenness * middle)
      trust = errors.map { error in
        let part = max(1 - (error / scale) * (error / scale), 0)
        return part * part
      }
    }
    return (found.x, SIMD3(found.y, found.z, 0))
  }

  /// The level and the two components, by the normal equations about the means.
  private func leastSquares(_ trust: [Float]) -> SIMD3<Float>? {
    var (total, light, normal): (Float, Float, SIMD2<Float>) = (0, 0, .zero)
    for (point, trust) in zip(points, trust) {
      let weight = point.weight * trust
      total += weight
      light += weight * point.light
      normal += weight * point.normal
    }
    guard total > 0 else { return nil }
    (light, normal) = (light / total, normal / total)
    var (xx, xy, yy, right): (Float, Float, Float, SIMD2<Float>) = (0, 0, 0, .zero)
    for (point, trust) in zip(points, trust) {
      let (weight, n) = (point.weight * trust / total, point.normal - normal)
      xx += weight * n.x * n.x
      xy += weight * n.x * n.y
      yy += weight * n.y * n.y
      right += weight * (point.light - light) * n
    }
    (xx, yy) = (xx + Self.ridge, yy + Self.ridge)
    let determinant = xx * yy - xy * xy
    let direction =
      SIMD2(yy * right.x - xy * right.y, xx * right.y - xy * right.x) / determinant
    let level = light - (direction * normal).sum()
    let found = SIMD3(level, direction.x, direction.y)
    return found.sum().isFinite ? found : nil
  }
}
