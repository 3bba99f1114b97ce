package import Drawing
package import Geometry
import Imaging

/// Lines of text in dark halos, in the finished picture, none over another, and beside the faces where there is room.
package struct AnnotationText {
  /// A line of text at its place, or room that something else takes.
  struct Line {
    var text: String
    var colour: Colour
    /// Its top left corner, which lies on a pixel's, and its size.
    var box: Rectangle<OutputSpace>
  }

  /// Lines that were drawn, kept as long as they are shown: most stay the same from frame to frame.
  package struct Stamps {
    fileprivate struct Key: Hashable {
      var text: String
      var colour: Colour
      var size: Double
    }
    fileprivate var kept: [Key: AnnotationStamp] = [:]

    /// Keeps nothing yet.
    package init() {}
  }

  private var lines: [Line] = []
  /// From labels that do not lie at what they name to it.
  private(set) var leaders: [LabelLeader] = []
  /// Where faces lie, which lines keep off.
  private let faces: [Rectangle<OutputSpace>]
  private var placement: LabelPlacement
  private let picture: Rectangle<OutputSpace>
  /// The size of the text, in pixels.
  let fontSize: Double
  /// The height of a line with the room about it, in pixels.
  let height: Double

  init(on size: PixelSize<OutputSpace>, beside faces: [Rectangle<OutputSpace>]) {
    let fontSize = min(max(Double(min(size.width, size.height)) / 42, 10), 30)
    self.init(on: size, lineHeight: fontSize * 1.5, beside: faces)
  }

  /// Lines of a height, whatever the picture's size.
  package init(
    on size: PixelSize<OutputSpace>, lineHeight: Double, beside faces: [Rectangle<OutputSpace>] = []
  ) {
    self.faces = faces
    picture = Rectangle(size)
    fontSize = lineHeight / 1.5
    height = lineHeight.rounded()
    placement = LabelPlacement(in: picture, step: height)
  }

  /// The room about the text; its halo takes less.
  var padding: Double { (fontSize * 0.4).rounded() }
  /// The height of a bar with its small text.
  var barHeight: Double { (fontSize * 1.1).rounded() }

  /// Keeps text off an area that is drawn on otherwise.
  mutating func keepOff(_ area: Rectangle<OutputSpace>) { placement.take(area) }

  /// Puts a line of text above a place, or as near to it as there is room.
  ///
  /// - Parameter named: what it names, to which a line leads where the text lies elsewhere; nil for nothing.
  package mutating func add(
    _ text: String, above place: Point2<OutputSpace>, _ colour: Colour,
    naming named: Point2<OutputSpace>? = nil
  ) throws(DrawingError) {
    let text = Self.oneLine(text)
    let corner = Point2<OutputSpace>(place.x, place.y - height)
    guard let box = try room(for: text, colour, at: corner) else { return }
    lines.append(Line(text: text, colour: colour, box: box))
    let moved = max((box.left - corner.x).magnitude, (box.top - corner.y).magnitude)
    if let named, moved > 2 * height { lead(from: box, to: named, colour) }
  }

  /// Puts a line of text at the edge of the picture that is nearer to what it names, at its height or as near as
  /// there is room, with a line that leads to it.
  mutating func addAtEdge(
    _ text: String, _ colour: Colour, naming named: Point2<OutputSpace>, atLeft: Bool
  ) throws(DrawingError) {
    let text = Self.oneLine(text)
    let width = try width(of: text, colour)
    let corner = Point2<OutputSpace>(
      atLeft ? picture.left : picture.right - width, named.y - height / 2)
    guard let box = try room(for: text, colour, at: corner) else { return }
    lines.append(Line(text: text, colour: colour, box: box))
    lead(from: box, to: named, colour)
  }

  private static func oneLine(_ text: String) -> String {
    PlainText.cleaned(text).split(separator: "\n").joined(separator: " ")
  }

  private func width(of text: String, _ colour: Colour) throws(DrawingError) -> Double {
    (try layout(text, colour).width + 2 * padding).rounded(.up)
  }

  private mutating func room(
    for text: String, _ colour: Colour, at corner: Point2<OutputSpace>
  ) throws(DrawingError) -> Rectangle<OutputSpace>? {
    placement.place(
      width: try width(of: text, colour), height: height, at: corner, beside: faces)
  }

  private mutating func lead(
    from box: Rectangle<OutputSpace>, to named: Point2<OutputSpace>, _ colour: Colour
  ) {
    let width = max(0.6, fontSize / 16)
    if let leader = LabelLeader(from: box, to: named, in: picture, colour, width: width) {
      leaders.append(leader)
    }
  }

  /// Takes room without text, its upper left corner at a place or as near to it as there is room; nil
  /// where there is none.
  mutating func reserve(
    width: Double, height: Double, at place: Point2<OutputSpace>
  ) -> Rectangle<OutputSpace>? {
    let box = placement.place(
      width: width.rounded(.up), height: height.rounded(.up), at: place, beside: faces)
    if let box { lines.append(Line(text: "", colour: Colour(0), box: box)) }
    return box
  }

  /// Where each line lies, and what takes room, in the order in which they were placed.
  var boxes: [Rectangle<OutputSpace>] { lines.map(\.box) }

  /// Where the text and its leaders lie; nil for none.
  var box: Rectangle<OutputSpace>? {
    lines.first.map { first in
      (lines.dropFirst().map(\.box) + leaders.map(\.box)).reduce(first.box) { $0.union($1) }
    }
  }

  /// Writes the lines.
  package func draw<Target: FrameSurface & ~Copyable>(
    on surface: inout Target, _ stamps: inout Stamps
  ) throws {
    for leader in leaders { try leader.draw(on: &surface, in: picture) }
    var shown = Stamps()
    for line in lines where !line.text.isEmpty {
      let key = Stamps.Key(text: line.text, colour: line.colour, size: fontSize)
      var stamp = try shown.kept[key] ?? stamps.kept[key] ?? AnnotationStamp(picture(of: line))
      try stamp.draw(on: &surface, left: Int(line.box.left), top: Int(line.box.top))
      shown.kept[key] = stamp
    }
    stamps = shown
  }

  private func picture(of line: Line) throws(DrawingError) -> StraightRGBA8 {
    let canvas = try Canvas(
      size: PixelSize<CanvasSpace>(clamping: Int(line.box.width), Int(line.box.height)))
    let text = try layout(line.text, line.colour)
    Self.write(
      text, on: canvas, at: PicturePoint(padding, (height - text.height) / 2),
      opacity: line.colour.alpha)
    return try canvas.picture()
  }

  /// Draws a text in a dark halo, so that it is read on every background.
  static func write(
    _ text: borrowing TextLayout, on canvas: borrowing Canvas, at corner: PicturePoint,
    opacity: Double = 1
  ) {
    text.rim(on: canvas, at: corner, Colour(0x0A0C10, opacity), reach: halo * text.size)
    text.draw(on: canvas, at: corner)
  }

  /// How far the halo reaches, as a part of the size; within `padding`.
  private static let halo = 0.18

  /// A line of a list, such as a bar's name.
  func small(_ text: String) throws(DrawingError) -> TextLayout {
    try layout(text, Colour(0xFFFFFF), size: fontSize * 0.8)
  }

  private func layout(
    _ text: String, _ colour: Colour, size: Double? = nil
  ) throws(DrawingError) -> TextLayout {
    var style = TextStyle(families: ["sans-serif"], size: size ?? fontSize)
    style.colour = colour
    return try TextLayout(text, style, width: max(picture.width - 2 * padding, 1))
  }
}
