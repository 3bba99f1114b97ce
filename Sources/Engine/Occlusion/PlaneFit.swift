import Geometry
import Matting

/// Maps between two pictures by points that both show.
enum PlaneFit {
  /// The projective map that takes points nearest to others, and the root of the mean square of what is
  /// left, in cells; nil where the points do not tell one.
  static func homography(_ from: [SIMD2<Double>], _ to: [SIMD2<Double>])
    -> (map: BackgroundMemory.Map, residual: Double)?
  {
    guard from.count == to.count, from.count >= 8, let a = Scaling(from), let b = Scaling(to) else {
      return nil
    }
    var rows = [Double](repeating: 0, count: 8 * 8)
    var right = [Double](repeating: 0, count: 8)
    func add(_ row: [Double], _ value: Double) {
      for i in 0..<8 where row[i] != 0 {
        for j in 0..<8 { rows[8 * i + j] += row[i] * row[j] }
        right[i] += row[i] * value
      }
    }
    for (p, q) in zip(from, to) {
      let (p, q) = (a(p), b(q))
      add([p.x, p.y, 1, 0, 0, 0, -q.x * p.x, -q.x * p.y], q.x)
      add([0, 0, 0, p.x, p.y, 1, -q.y * p.x, -q.y * p.y], q.y)
    }
    // A face is nearly flat: what its depth would tilt is held back a little.
    rows[8 * 6 + 6] += 1e-2 * Double(from.count)
    rows[8 * 7 + 7] += 1e-2 * Double(from.count)
    guard let h = LinearSystem.solution(rows, right, leastPivot: 1e-12) else { return nil }
    let scaled = Homography<OutputSpace, OutputSpace>(
      h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], 1)
    let map = a.map.then(scaled).then(b.back)
    guard map.isFinite else { return nil }
    var square = 0.0
    for (p, q) in zip(from, to) {
      guard let found = map(Point2(p.x, p.y)) else { return nil }
      square += (found.x - q.x) * (found.x - q.x) + (found.y - q.y) * (found.y - q.y)
    }
    return (numbers(map), (square / Double(from.count)).squareRoot())
  }

  /// The map of turn, scale and step that takes points nearest to others; nil where all of them are one.
  static func similarity(_ from: [SIMD2<Double>], _ to: [SIMD2<Double>]) -> BackgroundMemory.Map? {
    guard from.count == to.count, !from.isEmpty else { return nil }
    let count = Double(from.count)
    let (p, q) = (from.reduce(.zero, +) / count, to.reduce(.zero, +) / count)
    var (along, turned, square) = (0.0, 0.0, 0.0)
    for (a, b) in zip(from, to) {
      let (a, b) = (a - p, b - q)
      along += a.x * b.x + a.y * b.y
      turned += a.x * b.y - a.y * b.x
      square += a.x * a.x + a.y * a.y
    }
    guard square > 0 else { return nil }
    let (c, s) = (along / square, turned / square)
    return [
      Float(c), Float(-s), Float(q.x - c * p.x + s * p.y),
      Float(s), Float(c), Float(q.y - s * p.x - c * p.y), 0, 0, 1,
    ]
  }

  private static func numbers(_ map: Homography<OutputSpace, OutputSpace>) -> BackgroundMemory.Map {
    [map.h0, map.h1, map.h2, map.h3, map.h4, map.h5, map.h6, map.h7, map.h8].map { Float($0) }
  }

  /// Brings points about 0 and to a mean distance of 1.
  private struct Scaling {
    private let middle: SIMD2<Double>
    private let scale: Double

    init?(_ points: [SIMD2<Double>]) {
      let middle = points.reduce(.zero, +) / Double(points.count)
      let away = points.reduce(0) { sum, point in
        let way = point - middle
        return sum + (way * way).sum().squareRoot()
      }
      guard away > 0, away.isFinite else { return nil }
      (self.middle, scale) = (middle, Double(points.count) / away)
    }

    func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> { (point - middle) * scale }

    var map: Homography<OutputSpace, OutputSpace> {
      Homography(scale, 0, -middle.x * scale, 0, scale, -middle.y * scale, 0, 0, 1)
    }
    var back: Homography<OutputSpace, OutputSpace> {
      Homography(1 / scale, 0, middle.x, 0, 1 / scale, middle.y, 0, 0, 1)
    }
  }
}
