/// The normal equations of a few numbers.
struct LeastSquares {
  private let count: Int
  private var matrix: [Double]
  private var side: [Double]

  init(count: Int) {
    self.count = count
    matrix = [Double](repeating: 0, count: count * count)
    side = [Double](repeating: 0, count: count)
  }

  /// Adds a pixel: how it changes by each number, and what is left of it.
  @inline(__always)
  mutating func add(_ columns: [SIMD4<Float>], _ rest: SIMD4<Float>, weight: Float) {
    for a in 0..<count {
      let column = columns[a] * weight
      side[a] += Double((column * rest).sum())
      for b in 0...a { matrix[a * count + b] += Double((column * columns[b]).sum()) }
    }
  }

  /// The numbers' step, by Cholesky's factors; nil where the equations say nothing.
  func solution(damping: Double) -> [Double]? {
    var l = matrix
    let largest = (0..<count).map { matrix[$0 * count + $0] }.max() ?? 0
    guard largest > 0 else { return nil }
    for a in 0..<count {
      l[a * count + a] += damping * matrix[a * count + a] + 1e-6 * largest
    }
    for a in 0..<count {
      for b in 0...a {
        var sum = l[a * count + b]
        for k in 0..<b { sum -= l[a * count + k] * l[b * count + k] }
        if a == b {
          guard sum > 0 else { return nil }
          l[a * count + a] = sum.squareRoot()
        } else {
          l[a * count + b] = sum / l[b * count + b]
        }
      }
    }
    var x = side
    for a in 0..<count {
      for k in 0..<a { x[a] -= l[a * count + k] * x[k] }
      x[a] /= l[a * count + a]
    }
    for a in (0..<count).reversed() {
      for k in a + 1..<count { x[a] -= l[k * count + a] * x[k] }
      x[a] /= l[a * count + a]
    }
    return x
  }
}
