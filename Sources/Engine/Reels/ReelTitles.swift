import Drawing
import Frames
import Geometry
import Passes
import Text

/// Writes titles over frames.
struct ReelTitles {
  private let size: PixelSize<OutputSpace>
  private let rate: FrameRate

  /// How long a title is seen, when it begins, and how long it takes to come and to go, in milliseconds.
  private static let (shownMs, beginMs, fadeMs) = (3500.0, 250.0, 300.0)
  /// The height of its letters, the least of them, and the room beside it, in parts of the frame's shorter side.
  private static let (letters, least, margin) = (0.075, 0.032, 0.06)
  private static let mostLines = 3

  init(on size: PixelSize<OutputSpace>, _ rate: FrameRate) {
    (self.size, self.rate) = (size, rate)
  }

  /// How much of a title is seen in a frame of a segment, 0 to 1.
  private func opacity(_ number: Int, of count: Int) -> Double {
    let timeMs = Double(number) * rate.periodMs - Self.beginMs
    let lastMs = min(Self.shownMs, Double(count) * rate.periodMs - 2 * Self.beginMs)
    return min(max(min(timeMs, lastMs - timeMs) / Self.fadeMs, 0), 1)
  }

  private var shorter: Double { Double(min(size.width, size.height)) }

  private func layout(_ title: Reel.Title, _ opacity: Double) throws(DrawingError) -> TextLayout {
    var style = TextStyle(families: ["sans-serif"], size: shorter * Self.letters)
    (style.weight, style.alignment, style.maximumLines) = (700, .middle, Self.mostLines)
    style.minimumSize = shorter * Self.least
    style.colour = Colour(0xFFFFFF, opacity)
    return try TextLayout(PlainText.cleaned(title.text), style, width: width)
  }

  private var width: Double { Double(size.width) - 2 * shorter * Self.margin }

  /// What of a title is not seen as it stands, in a line; nil where all of it is.
  func note(_ title: Reel.Title) throws(DrawingError) -> String? {
    let layout = try layout(title, 1)
    if layout.isCut {
      return
        "a title of \(title.text.count) characters does not fit the frame, and ends in an ellipsis"
    }
    return layout.missing.first(where: { !MissingGlyphs.mayBeLeftOut($0) }).map {
      "a title: \(MissingGlyphs.note($0))"
    }
  }

  /// Writes a title over a frame of a segment.
  func draw(_ title: Reel.Title, number: Int, of count: Int, on frame: inout VideoFrame) throws {
    let opacity = opacity(number, of: count)
    guard opacity > 0 else { return }
    let text = try layout(title, opacity)
    let margin = shorter * Self.margin
    let pad = text.size * 0.35
    let top: Double =
      switch title.place {
      case .top: margin + pad
      case .middle: (Double(size.height) - text.height) / 2
      case .bottom: Double(size.height) - margin - pad - text.height
      }
    let box = Rectangle<OutputSpace>(
      Point2(margin + (width - text.width) / 2 - 2 * pad, top - pad),
      Point2(margin + (width + text.width) / 2 + 2 * pad, top + text.height + pad))
    guard let area = PixelArea(box, margin: 2, in: size) else { return }
    let canvas = try AnnotationCanvas(area)
    let corner = canvas.place(Point2(box.left, box.top))
    canvas.canvas.fill(
      .rounded(corner, width: box.width, height: box.height, radius: pad * 1.4),
      Colour(0x101418, 0.5 * opacity))
    text.draw(on: canvas.canvas, at: canvas.place(Point2(margin, top)))
    try canvas.draw(on: &frame)
  }
}
