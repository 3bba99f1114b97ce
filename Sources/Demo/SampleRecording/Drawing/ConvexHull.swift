import Drawing
import Geometry

/// The convex hull of some points, clockwise in a picture whose y points down.
///
/// Monotone chain (A. M. Andrew, 1979).
func convexHull(_ points: [PicturePoint]) -> [PicturePoint] {
  let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
  guard sorted.count > 2 else { return sorted }
  func half(_ points: some Sequence<PicturePoint>) -> [PicturePoint] {
    var chain: [PicturePoint] = []
    for point in points {
      while chain.count > 1 {
        let (a, b) = (chain[chain.count - 2], chain[chain.count - 1])
        guard (b - a).cross(point - a) <= 0 else { break }
        chain.removeLast()
      }
      chain.append(point)
    }
    return chain.dropLast()
  }
  return half(sorted) + half(sorted.reversed())
}
