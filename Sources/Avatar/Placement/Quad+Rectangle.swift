package import Geometry

extension Quad {
  /// The corners of a rectangle.
  package init(_ rectangle: Rectangle<Space>) {
    self.init(
      Point2(rectangle.left, rectangle.top), Point2(rectangle.right, rectangle.top),
      Point2(rectangle.right, rectangle.bottom), Point2(rectangle.left, rectangle.bottom))
  }
}
