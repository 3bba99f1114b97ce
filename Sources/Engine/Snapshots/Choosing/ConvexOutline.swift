import Geometry

/// A convex polygon: the hull of some points.
struct ConvexOutline<Space: CoordinateSpace> {
  /// The corners in order, without those that lie on a straight line.
  let corners: [Point2<Space>]

  /// The hull of points, by Andrew's monotone chain (Information Processing Letters 9(5), 1979).
  init(_ points: [Point2<Space>]) {
    let sorted = points.filter { $0.x.isFinite && $0.y.isFinite }
      .sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    func chain(_ points: some Sequence<Point2<Space>>) -> [Point2<Space>] {
      var chain: [Point2<Space>] = []
      for point in points {
        while chain.count >= 2,
          (chain[chain.count - 1] - chain[chain.count - 2]).cross(point - chain[chain.count - 1])
            <= 0
        {
          chain.removeLast()
        }
        chain.append(point)
      }
      return chain
    }
    corners = Array(chain(sorted).dropLast() + chain(sorted.reversed()).dropLast())
  }

  var area: Double {
    guard corners.count >= 3 else { return 0 }
    var twice = 0.0
    for (a, b) in zip(corners, corners[1...] + corners[..<1]) { twice += a.x * b.y - b.x * a.y }
    return abs(twice) / 2
  }

  /// The area that this outline and another have in common, by clipping (Sutherland and Hodgman,
  /// "Reentrant polygon clipping", CACM 17(1), 1974).
  func area(common other: ConvexOutline) -> Double {
    guard corners.count >= 3, other.corners.count >= 3 else { return 0 }
    var rest = corners
    for (a, b) in zip(other.corners, other.corners[1...] + other.corners[..<1]) {
      rest = Self.clipped(rest, by: a, b)
      if rest.count < 3 { return 0 }
    }
    return ConvexOutline(rest).area
  }

  /// What of a polygon lies on the inner side of an edge.
  private static func clipped(
    _ polygon: [Point2<Space>], by a: Point2<Space>, _ b: Point2<Space>
  ) -> [Point2<Space>] {
    func side(_ p: Point2<Space>) -> Double { (b - a).cross(p - a) }
    var result: [Point2<Space>] = []
    for (p, q) in zip(polygon, polygon[1...] + polygon[..<1]) {
      let (from, to) = (side(p), side(q))
      if from >= 0 { result.append(p) }
      if (from > 0 && to < 0) || (from < 0 && to > 0) {
        result.append(p.interpolated(to: q, at: from / (from - to)))
      }
    }
    return result
  }

  /// The part of the area that lies under other outlines; where they lie over each other, it is counted
  /// twice, up to 1.
  func share(under others: [[Point2<Space>]]) -> Double {
    let own = area
    guard own > 0 else { return 0 }
    return min(1, others.reduce(0) { $0 + area(common: ConvexOutline($1)) } / own)
  }

  /// The outline enlarged about the mean of its corners.
  func enlarged(by factor: Double) -> [Point2<Space>] {
    guard let middle = Point2.mean(of: corners) else { return [] }
    return corners.map { middle.interpolated(to: $0, at: factor) }
  }
}
