internal import CFeatures
internal import Geometry

/// Finds points of one picture in another: pyramidal Lucas and Kanade (Bouguet 2000).
///
/// Windows of 21 pixels on up to four levels, so that points are found some 80 pixels away, or of
/// another size.
package struct PointTracker {
  package static let levels = 4
  package static let radius = 10

  /// The pixels of a window on each side of its point.
  private let radius: Int
  private let first: [GreyPlane]
  private let second: [GreyPlane]

  package init(_ first: GreyPlane, _ second: GreyPlane, radius: Int = Self.radius) {
    self.init(
      first.pyramid(levels: Self.levels, radius: radius),
      second.pyramid(levels: Self.levels, radius: radius), radius: radius)
  }

  /// Takes planes with their halves, as many of both.
  package init(_ first: [GreyPlane], _ second: [GreyPlane], radius: Int = Self.radius) {
    (self.first, self.second, self.radius) = (first, second, radius)
  }

  /// Where a point of the first window is in the second, and how far from it the way back ends, in
  /// pixels, from the centre of the top-left pixel; nil where it is lost.
  package func find(_ point: SIMD2<Double>) -> (place: SIMD2<Double>, error: Double)? {
    guard let there = track(point, from: first, to: second),
      let back = track(there, from: second, to: first)
    else { return nil }
    let way = back - point
    return (there, (way * way).sum().squareRoot())
  }

  private func track(
    _ point: SIMD2<Double>, from: [GreyPlane], to: [GreyPlane]
  ) -> SIMD2<Double>? {
    var move = SIMD2<Double>.zero
    for level in from.indices.reversed() {
      let scale = Double(1 << level)
      if let found = step(point / scale, from: from[level], to: to[level], move: move / scale) {
        move = found * scale
      } else if level == 0 {
        return nil
      }
    }
    return point + move
  }

  /// One level: the move that makes the window alike, by Gauss and Newton.
  private func step(
    _ point: SIMD2<Double>, from: GreyPlane, to: GreyPlane, move start: SIMD2<Double>
  ) -> SIMD2<Double>? {
    var way = cf_way(x: start.x, y: start.y)
    let isFound = unsafe from.withKernel { from in
      unsafe to.withKernel { to in
        unsafe cf_follow(from, to, point.x, point.y, Int32(radius), &way) != 0
      }
    }
    return isFound ? SIMD2(way.x, way.y) : nil
  }
}
