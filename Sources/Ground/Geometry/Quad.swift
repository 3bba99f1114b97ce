/// Four corners, in the order top left, top right, bottom right, bottom left of what they bound.
public struct Quad<Space: CoordinateSpace>: Hashable, Sendable {
  /// Where the top left corner lies.
  public var topLeft: Point2<Space>
  /// Where the top right corner lies.
  public var topRight: Point2<Space>
  /// Where the bottom right corner lies.
  public var bottomRight: Point2<Space>
  /// Where the bottom left corner lies.
  public var bottomLeft: Point2<Space>

  /// Makes a quad of its corners.
  @inlinable
  public init(
    _ topLeft: Point2<Space>, _ topRight: Point2<Space>, _ bottomRight: Point2<Space>,
    _ bottomLeft: Point2<Space>
  ) {
    (self.topLeft, self.topRight) = (topLeft, topRight)
    (self.bottomRight, self.bottomLeft) = (bottomRight, bottomLeft)
  }

  /// The corners, in their order.
  @inlinable public var corners: [Point2<Space>] { [topLeft, topRight, bottomRight, bottomLeft] }

  /// The area by the shoelace formula: positive where the corners run
  /// clockwise as seen in a space whose y points down.
  public var signedArea: Double {
    func cross(_ a: Point2<Space>, _ b: Point2<Space>) -> Double { a.x * b.y - b.x * a.y }
    return 0.5
      * (cross(topLeft, topRight) + cross(topRight, bottomRight) + cross(bottomRight, bottomLeft)
        + cross(bottomLeft, topLeft))
  }

  /// Whether a convex quad and a rectangle have an area in common.
  ///
  /// Two convex shapes have none where all of one lies on the outer side of an edge of the other.
  public func overlaps(_ rectangle: Rectangle<Space>) -> Bool {
    let turn = signedArea
    guard turn != 0, turn.isFinite, let box = Rectangle(around: corners),
      box.intersection(rectangle) != nil
    else { return false }
    let others = [
      Point2<Space>(rectangle.left, rectangle.top), Point2(rectangle.right, rectangle.top),
      Point2(rectangle.right, rectangle.bottom), Point2(rectangle.left, rectangle.bottom),
    ]
    return corners.indices.allSatisfy { index in
      let (from, to) = (corners[index], corners[(index + 1) % corners.count])
      return others.contains { point in
        let side = (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
        return side * turn > 0
      }
    }
  }

  /// The quad with each corner taken through a map.
  @inlinable
  public func map<Other: CoordinateSpace>(
    _ transform: (Point2<Space>) -> Point2<Other>
  ) -> Quad<Other> {
    Quad<Other>(
      transform(topLeft), transform(topRight), transform(bottomRight), transform(bottomLeft))
  }
}

extension Quad {
  /// Whether it turns the same way at each corner.
  @inlinable public var isConvex: Bool {
    let (top, right) = (topRight - topLeft, bottomRight - topRight)
    let (bottom, left) = (bottomLeft - bottomRight, topLeft - bottomLeft)
    let turns = SIMD4(
      top.cross(right), right.cross(bottom), bottom.cross(left), left.cross(top))
    return all(turns .> 0) || all(turns .< 0)
  }

  /// Whether a point lies inside; of a convex quad.
  public func contains(_ point: Point2<Space>) -> Bool {
    let c = corners
    let sides = c.indices.map { (c[($0 + 1) % 4] - c[$0]).cross(point - c[$0]) }
    return sides.allSatisfy { $0 >= 0 } || sides.allSatisfy { $0 <= 0 }
  }
}
