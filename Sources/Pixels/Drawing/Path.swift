import Foundation
package import Geometry

/// Pixels of a drawing; x right, y down, from the outer corner of the top left pixel.
package enum CanvasSpace: CoordinateSpace {}
/// A point of a drawing.
package typealias PicturePoint = Point2<CanvasSpace>
/// A displacement in a drawing.
package typealias PictureVector = Vector2<CanvasSpace>

/// An outline made of straight lines and cubic Bezier curves.
package struct Path {
  package enum Element {
    case move(PicturePoint)
    case line(PicturePoint)
    case curve(PicturePoint, PicturePoint, PicturePoint)
    case close
  }

  package private(set) var elements: [Element] = []

  package init() {}

  package mutating func move(to point: PicturePoint) { elements.append(.move(point)) }
  package mutating func line(to point: PicturePoint) { elements.append(.line(point)) }
  package mutating func curve(_ first: PicturePoint, _ second: PicturePoint, to end: PicturePoint) {
    elements.append(.curve(first, second, end))
  }
  package mutating func close() { elements.append(.close) }
  package mutating func append(_ other: Path) { elements += other.elements }
  /// Both outlines, which are drawn as one.
  package func appending(_ other: Path) -> Path {
    var path = self
    path.append(other)
    return path
  }

  package static func polygon(_ points: [PicturePoint]) -> Path {
    var path = Path()
    for (index, point) in points.enumerated() {
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    path.close()
    return path
  }

  /// A smooth closed curve through the points.
  package static func loop(_ points: [PicturePoint]) -> Path {
    guard points.count > 2 else { return polygon(points) }
    var path = Path()
    path.move(to: points[0])
    let count = points.count
    for index in 0..<count {
      path.appendSpan(
        points[(index + count - 1) % count], points[index], points[(index + 1) % count],
        points[(index + 2) % count])
    }
    path.close()
    return path
  }

  /// A smooth open curve through the points.
  package static func line(through points: [PicturePoint]) -> Path {
    var path = Path()
    path.appendLine(through: points, starting: true)
    return path
  }

  /// A closed shape of smooth lines that meet in corners; each line begins where the last ended.
  package static func shape(_ lines: [[PicturePoint]]) -> Path {
    var path = Path()
    for (index, points) in lines.enumerated() {
      path.appendLine(through: points, starting: index == 0)
    }
    path.close()
    return path
  }

  package static func circle(_ centre: PicturePoint, _ radius: Double) -> Path {
    ellipse(centre, PictureVector(radius, 0), PictureVector(0, radius))
  }

  /// An ellipse with two conjugate half axes.
  package static func ellipse(_ centre: PicturePoint, _ a: PictureVector, _ b: PictureVector)
    -> Path
  {
    // The control distance with which four cubics stay within 0.03 % of a circle.
    let k = 0.5519
    func at(_ s: Double, _ t: Double) -> PicturePoint {
      PicturePoint(centre.x + a.x * s + b.x * t, centre.y + a.y * s + b.y * t)
    }
    var path = Path()
    path.move(to: at(1, 0))
    path.curve(at(1, k), at(k, 1), to: at(0, 1))
    path.curve(at(-k, 1), at(-1, k), to: at(-1, 0))
    path.curve(at(-1, -k), at(-k, -1), to: at(0, -1))
    path.curve(at(k, -1), at(1, -k), to: at(1, 0))
    path.close()
    return path
  }

  /// A brush stroke: the area along a smooth line, as wide at each point as `widths` says.
  ///
  /// A filled shape rather than a stroked line, because ink swells and thins.
  package static func brush(_ points: [PicturePoint], widths: [Double]) -> Path {
    guard points.count > 1, widths.count == points.count else { return Path() }
    var left: [PicturePoint] = []
    var right: [PicturePoint] = []
    for (index, point) in points.enumerated() {
      let along = points[min(index + 1, points.count - 1)] - points[max(index - 1, 0)]
      let length = max(along.length, 1e-9)
      let half = widths[index] / 2 / length
      left.append(PicturePoint(point.x + along.y * half, point.y - along.x * half))
      right.append(PicturePoint(point.x - along.y * half, point.y + along.x * half))
    }
    return shape([left, [left[left.count - 1], right[right.count - 1]], right.reversed()])
  }

  /// A brush stroke that swells from nothing to a width and thins out again.
  package static func taper(_ points: [PicturePoint], width: Double, peak: Double = 0.5) -> Path {
    let last = Double(max(points.count - 1, 1))
    return brush(
      points,
      widths: points.indices.map { width * swell(Double($0) / last, peak: peak) })
  }

  /// The width of a stroke that tapers at both ends, at a part of its length: 1 at the peak.
  package static func swell(_ part: Double, peak: Double) -> Double {
    let phase = part < peak ? part / peak * 0.5 : 0.5 + (part - peak) / (1 - peak) * 0.5
    return max(sin(phase * Double.pi), 0.06)
  }

  private mutating func appendLine(through points: [PicturePoint], starting: Bool) {
    guard let first = points.first else { return }
    if starting { move(to: first) } else { line(to: first) }
    for index in 0..<(points.count - 1) {
      appendSpan(
        points[max(index - 1, 0)], points[index], points[index + 1],
        points[min(index + 2, points.count - 1)])
    }
  }

  /// One span of a Catmull-Rom spline, from b to c, as a Bezier curve.
  private mutating func appendSpan(
    _ a: PicturePoint, _ b: PicturePoint, _ c: PicturePoint, _ d: PicturePoint
  ) {
    curve(
      PicturePoint(b.x + (c.x - a.x) / 6, b.y + (c.y - a.y) / 6),
      PicturePoint(c.x - (d.x - b.x) / 6, c.y - (d.y - b.y) / 6), to: c)
  }
}
