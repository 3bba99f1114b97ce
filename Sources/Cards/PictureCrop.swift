/// Chooses the part of a picture that fills a box of another shape.
enum PictureCrop {
  /// The largest part of the shape `aspect` (width by height) that keeps the subject in view.
  ///
  /// The part is centred on the subject as far as the picture reaches; without a subject it is the
  /// middle, and a little higher in pictures that are too tall, where heads are.
  static func part(
    width: Double, height: Double, aspect: Double, keeping subject: CardRect?
  ) -> CardRect {
    let wide = min(width, height * aspect)
    let high = min(height, width / aspect)
    let middle = subject.map { ($0.x + $0.width / 2, $0.y + $0.height / 2) }
    let x = (middle?.0 ?? width / 2) - wide / 2
    let y = middle.map { $0.1 - high / 2 } ?? ((height - high) * 0.4)
    return CardRect(
      x: min(max(x, 0), width - wide), y: min(max(y, 0), height - high), width: wide, height: high)
  }

  /// The box in a box in which a picture lies whole.
  static func whole(width: Double, height: Double, in box: CardRect) -> CardRect {
    let scale = min(box.width / width, box.height / height)
    let (wide, high) = (width * scale, height * scale)
    return CardRect(
      x: box.x + (box.width - wide) / 2, y: box.y + (box.height - high) / 2, width: wide,
      height: high)
  }
}
