public import Geometry
import Drawing

/// A rectangle of a picture: its top left corner and its sides, in pixels.
public struct CardRect: Hashable, Sendable {
  /// Where it begins.
  public var x, y: Double
  /// Its sides.
  public var width, height: Double

  /// Makes a rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The smallest rectangle around some points; nil for none that are finite.
  public init?(around points: some Sequence<Point2<OutputSpace>>) {
    let finite = points.filter { $0.x.isFinite && $0.y.isFinite }
    guard let left = finite.map(\.x).min(), let right = finite.map(\.x).max(),
      let top = finite.map(\.y).min(), let bottom = finite.map(\.y).max()
    else { return nil }
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  var corner: PicturePoint { PicturePoint(x, y) }
  var middle: PicturePoint { PicturePoint(x + width / 2, y + height / 2) }
  var maxX: Double { x + width }
  var maxY: Double { y + height }

  func inset(by padding: CardBox.Padding) -> CardRect {
    CardRect(
      x: x + padding.left, y: y + padding.top,
      width: max(0, width - padding.left - padding.right),
      height: max(0, height - padding.top - padding.bottom))
  }

  func grown(by margin: Double) -> CardRect {
    CardRect(
      x: x - margin, y: y - margin, width: max(0, width + 2 * margin),
      height: max(0, height + 2 * margin))
  }
}
