import Geometry

/// Where a picture goes in a box of another shape.
struct PictureFit {
  /// The part of the picture that is shown, in its pixels.
  var part: ShareCardRect
  /// Where the part goes on the card.
  var box: ShareCardRect

  /// Fills the box with the largest part of its shape that keeps the subject in view.
  ///
  /// The part is centred on the subject as far as the picture reaches; without a subject it is the
  /// middle, and a little higher in pictures that are too tall, where heads are. A subject that is
  /// wider or higher than such a part is not cut: the part then takes all of it in, and leaves room
  /// in the box for a backdrop.
  static func cover(
    width: Double, height: Double, in box: ShareCardRect, keeping subject: Rectangle<OutputSpace>?
  ) -> PictureFit {
    let whole = Rectangle<OutputSpace>(Point2(0, 0), Point2(width, height))
    let seen = subject.flatMap { $0.intersection(whole) }
    let aspect = box.width / box.height
    let wide = min(width, max(min(width, height * aspect), seen?.width ?? 0))
    let high = min(height, max(min(height, width / aspect), seen?.height ?? 0))
    let x = (seen?.center.x ?? width / 2) - wide / 2
    let y = seen.map { $0.center.y - high / 2 } ?? ((height - high) * 0.4)
    let part = ShareCardRect(
      x: min(max(x, 0), width - wide), y: min(max(y, 0), height - high), width: wide, height: high)
    return PictureFit(part: part, box: shrunk(box, to: part))
  }

  /// Shows all of the picture.
  static func contain(width: Double, height: Double, in box: ShareCardRect) -> PictureFit {
    let part = ShareCardRect(x: 0, y: 0, width: width, height: height)
    return PictureFit(part: part, box: shrunk(box, to: part))
  }

  /// The largest box of a part's shape in the middle of a box.
  private static func shrunk(_ box: ShareCardRect, to part: ShareCardRect) -> ShareCardRect {
    let scale = min(box.width / part.width, box.height / part.height)
    let (width, height) = (part.width * scale, part.height * scale)
    return ShareCardRect(
      x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width: width,
      height: height)
  }

  /// From the picture's pixels to the card's.
  var map: AffineMap<OutputSpace, OutputSpace> {
    let (x, y) = (box.width / part.width, box.height / part.height)
    return AffineMap(x, 0, box.x - part.x * x, 0, y, box.y - part.y * y)
  }
}
