import Foundation

extension ModelAnimation.Sampler {
  /// Its values at a time: so many numbers, constant before the first key and after the last; nil where it has too few.
  func values(at seconds: Double, count: Int, areTurns: Bool) -> [Double]? {
    let parts = interpolation == .cubicSpline ? 3 : 1
    guard !times.isEmpty, values.count >= times.count * parts * count else { return nil }
    /// A part of a key: its in-tangent, value or out-tangent.
    func part(_ number: Int, of key: Int) -> [Double] {
      let first = (key * parts + number) * count
      return values[first..<first + count].map(Double.init)
    }
    let key = lastKey(at: seconds)
    let value = part(parts / 2, of: max(key, 0))
    guard key >= 0, key + 1 < times.count, interpolation != .step else { return value }
    let next = part(parts / 2, of: key + 1)
    let distance = times[key + 1] - times[key]
    let t = (seconds - times[key]) / distance
    guard interpolation == .cubicSpline else {
      if areTurns, count == 4 {
        let turn = slerp(SIMD4(value), SIMD4(next), t)
        return (0..<4).map { turn[$0] }
      }
      return zip(value, next).map { $0 + ($1 - $0) * t }
    }
    let (leaving, arriving) = (part(2, of: key), part(0, of: key + 1))
    let (square, cube) = (t * t, t * t * t)
    let (a, b) = (2 * cube - 3 * square + 1, (cube - 2 * square + t) * distance)
    let (c, d) = (3 * square - 2 * cube, (cube - square) * distance)
    return (0..<count).map {
      a * value[$0] + b * leaving[$0] + c * next[$0] + d * arriving[$0]
    }
  }
}

extension ModelAnimation.Sampler {
  /// The last key that is not later than a time; -1 before the first.
  private func lastKey(at seconds: Double) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}

/// The turn at a part of the shorter way from one to another, at a constant speed.
private func slerp(_ from: SIMD4<Double>, _ to: SIMD4<Double>, _ part: Double) -> SIMD4<Double> {
  let from = from.unitTurn
  var to = to.unitTurn
  if (from * to).sum() < 0 { to = -to }
  func length(_ q: SIMD4<Double>) -> Double { (q * q).sum().squareRoot() }
  // Exact for small angles, unlike an arc cosine.
  let angle = 2 * atan2(length(to - from), length(to + from))
  guard angle > 1e-6 else { return (from + (to - from) * part).unitTurn }
  return (from * sin((1 - part) * angle) + to * sin(part * angle)).unitTurn
}

extension SIMD4<Double> {
  /// The quaternion made 1 long; no turn where it has no length.
  var unitTurn: SIMD4<Double> {
    let length = (self * self).sum().squareRoot()
    return length > 0 && length.isFinite ? self / length : SIMD4(0, 0, 0, 1)
  }
}
