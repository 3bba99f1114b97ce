/// The 21 points of a hand, numbered as MediaPipe's hand landmarks, in one unit of length.
struct HandPoints: Sendable {
  private let points: [SIMD3<Double>]

  /// Takes 21 points.
  init(_ points: [SIMD3<Double>]) {
    self.points = points
  }

  /// The joints of index, middle, ring and little finger, from the knuckle to the tip.
  static let fingers = [(5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16), (17, 18, 19, 20)]
  /// The wrist and the four knuckles, about which the palm lies.
  static let palm = [0, 5, 9, 13, 17]

  /// The distance of two points in space.
  func distance(_ a: Int, _ b: Int) -> Double {
    let move = points[b] - points[a]
    return (move * move).sum().squareRoot()
  }

  /// The mean of some points' x and y.
  private func mean(_ chosen: some Collection<SIMD3<Double>>) -> SIMD2<Double> {
    let sum = chosen.reduce(SIMD2<Double>.zero) { $0 + SIMD2($1.x, $1.y) }
    return sum / Double(chosen.count)
  }

  /// The middle of the palm.
  var palmCentre: SIMD2<Double> { mean(Self.palm.map { points[$0] }) }

  /// The root of the mean square distance of all points from their mean, in x and y.
  var spread: Double {
    let middle = mean(points)
    let sum = points.reduce(0.0) { sum, point in
      let move = SIMD2(point.x, point.y) - middle
      return sum + (move * move).sum()
    }
    return (sum / Double(points.count)).squareRoot()
  }

  /// How far the way from one point to another goes up, -1 to 1, where y points down.
  func up(_ a: Int, _ b: Int) -> Double { -(points[b] - points[a]).y / distance(a, b) }
}
