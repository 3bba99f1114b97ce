import Drawing
import Geometry
import Imaging
import Placement

/// Lines of text on dark plates, in the finished picture, none over another.
struct AnnotationText {
  /// A line of text at its place.
  struct Plate {
    var text: String
    var colour: Colour
    /// Its top left corner and its size.
    var box: Rectangle<OutputSpace>
  }

  private(set) var plates: [Plate] = []
  private let picture: Rectangle<OutputSpace>
  private let fontSize: Double

  init(on size: PixelSize<OutputSpace>) {
    picture = Rectangle(size)
    fontSize = min(max(Double(min(size.width, size.height)) / 42, 10), 30)
  }

  /// The height of a line with its plate, in pixels.
  var height: Double { (fontSize * 1.5).rounded() }
  private var padding: Double { (fontSize * 0.4).rounded() }

  /// Puts a line of text above a place, or as near to it as there is room.
  mutating func add(
    _ text: String, above place: Point2<OutputSpace>, _ colour: Colour
  ) throws(DrawingError) {
    guard place.x.isFinite, place.y.isFinite else { return }
    let text = PlainText.cleaned(text).split(separator: "\n").joined(separator: " ")
    let width = (try layout(text, colour).width + 2 * padding).rounded(.up)
    let left = min(max(place.x.rounded(), 0), max(0, picture.right - width))
    let top = min(max((place.y - height).rounded(), 0), max(0, picture.bottom - height))
    for top in Self.tops(from: top, by: height, in: picture) {
      let box = Rectangle<OutputSpace>(Point2(left, top), Point2(left + width, top + height))
      if plates.contains(where: { $0.box.intersection(box) != nil }) { continue }
      plates.append(Plate(text: text, colour: colour, box: box))
      return
    }
  }

  /// Where the text lies; nil for none.
  var box: Rectangle<OutputSpace>? {
    plates.first.map { first in plates.dropFirst().reduce(first.box) { $0.union($1.box) } }
  }

  func draw(on canvas: borrowing AnnotationCanvas) throws(DrawingError) {
    for plate in plates {
      let corner = canvas.place(Point2(plate.box.left, plate.box.top))
      canvas.canvas.fill(
        .rounded(
          corner, width: plate.box.width, height: plate.box.height, radius: fontSize * 0.3),
        Colour(0x14161A, 0.78))
      let line = try layout(plate.text, plate.colour)
      line.draw(
        on: canvas.canvas,
        at: PicturePoint(corner.x + padding, corner.y + (height - line.height) / 2))
    }
  }

  private func layout(_ text: String, _ colour: Colour) throws(DrawingError) -> TextLayout {
    var style = TextStyle(families: ["sans-serif"], size: fontSize)
    style.colour = colour
    return try TextLayout(text, style, width: max(picture.width - 2 * padding, 1))
  }

  /// Rows to try, the nearest first: at a place, below it, above it, further below.
  private static func tops(
    from top: Double, by height: Double, in picture: Rectangle<OutputSpace>
  ) -> [Double] {
    let steps = Int(picture.height / max(height, 1)) + 1
    var tops = [top]
    for step in 1...steps {
      let way = Double(step) * height
      tops += [top + way, top - way]
    }
    let lowest = max(picture.bottom - height, 0)
    return tops.filter { $0 >= 0 && $0 <= lowest }
  }
}
