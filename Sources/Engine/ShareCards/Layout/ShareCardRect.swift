import Drawing
import Geometry

/// A box of a card or a part of a picture: its top left corner and its sides, in pixels.
///
/// Boxes are laid out from a corner with a width and a height; `Rectangle` has edges.
struct ShareCardRect: Hashable, Sendable {
  var x, y: Double
  var width, height: Double

  init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  init(_ rectangle: Rectangle<OutputSpace>) {
    self.init(
      x: rectangle.left, y: rectangle.top, width: rectangle.width, height: rectangle.height)
  }

  var corner: PicturePoint { PicturePoint(x, y) }
  var middle: PicturePoint { PicturePoint(x + width / 2, y + height / 2) }
  var maxX: Double { x + width }
  var maxY: Double { y + height }

  /// The area that it has in common with another box.
  func common(with other: ShareCardRect) -> Double {
    max(0, min(maxX, other.maxX) - max(x, other.x))
      * max(0, min(maxY, other.maxY) - max(y, other.y))
  }

  /// The box about it and another one.
  func union(_ other: ShareCardRect) -> ShareCardRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return ShareCardRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  func inset(by padding: ShareCardBox.Padding) -> ShareCardRect {
    ShareCardRect(
      x: x + padding.left, y: y + padding.top,
      width: max(0, width - padding.left - padding.right),
      height: max(0, height - padding.top - padding.bottom))
  }

  func grown(by margin: Double) -> ShareCardRect {
    ShareCardRect(
      x: x - margin, y: y - margin, width: max(0, width + 2 * margin),
      height: max(0, height + 2 * margin))
  }
}

extension ShareCardRatio {
  /// All of the card, in its pixels.
  var rect: ShareCardRect {
    ShareCardRect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
  }
}
