/// An upright rectangle of a plane whose y points down; its sides may be 0 long.
public struct Rectangle<Space: CoordinateSpace>: Hashable, Sendable {
  /// The edges: left is at most right, top at most bottom.
  public let left, top, right, bottom: Double

  /// Makes a rectangle of two opposite corners, in any order.
  public init(_ a: Point2<Space>, _ b: Point2<Space>) {
    (left, right) = (min(a.x, b.x), max(a.x, b.x))
    (top, bottom) = (min(a.y, b.y), max(a.y, b.y))
  }

  /// The whole of a picture.
  public init(_ size: PixelSize<Space>) {
    self.init(Point2(0, 0), Point2(Double(size.width), Double(size.height)))
  }

  /// The smallest rectangle around points; nil for none, or where a coordinate is not finite.
  public init?(around points: some Sequence<Point2<Space>>) {
    var (left, top) = (Double.infinity, Double.infinity)
    var (right, bottom) = (-Double.infinity, -Double.infinity)
    for point in points {
      guard point.x.isFinite, point.y.isFinite else { return nil }
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
    guard left <= right else { return nil }
    self.init(Point2(left, top), Point2(right, bottom))
  }

  /// The horizontal length.
  public var width: Double { right - left }
  /// The vertical length.
  public var height: Double { bottom - top }
  /// Width times height.
  public var area: Double { width * height }
  /// The middle.
  public var center: Point2<Space> { Point2((left + right) / 2, (top + bottom) / 2) }

  /// The smallest rectangle that holds this one and another.
  public func union(_ other: Rectangle) -> Rectangle {
    Rectangle(
      Point2(min(left, other.left), min(top, other.top)),
      Point2(max(right, other.right), max(bottom, other.bottom)))
  }

  /// What this rectangle and another have in common; nil where that has no area.
  public func intersection(_ other: Rectangle) -> Rectangle? {
    let (l, r) = (max(left, other.left), min(right, other.right))
    let (t, b) = (max(top, other.top), min(bottom, other.bottom))
    guard l < r, t < b else { return nil }
    return Rectangle(Point2(l, t), Point2(r, b))
  }

  /// The rectangle with each edge moved outwards.
  public func grown(left l: Double, top t: Double, right r: Double, bottom b: Double) -> Rectangle {
    Rectangle(Point2(left - l, top - t), Point2(right + r, bottom + b))
  }
}
