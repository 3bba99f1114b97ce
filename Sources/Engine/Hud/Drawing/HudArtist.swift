import Drawing
import Foundation
import Geometry
import Imaging

/// Makes the pictures of the HUD's drawings at the size of an output, each about its middle.
struct HudArtist: Sendable {
  let theme: HudTheme
  let language: HudLanguage
  /// A hundredth of the output's shorter side, in pixels.
  let unit: Double
  /// The widest text, in pixels.
  let widest: Double

  init(_ theme: HudTheme, _ language: HudLanguage, on size: PixelSize<OutputSpace>) {
    (self.theme, self.language) = (theme, language)
    unit = Double(min(size.width, size.height)) / 100
    widest = max(1, 0.9 * Double(size.width))
  }

  func picture(_ drawing: HudDrawing) throws(HudError) -> StraightRGBA8 {
    do {
      switch drawing {
      case .text(let text, let role): return try write(text, role)
      case .ring(let isDone): return try ring(isDone)
      case .arc(let part): return try arc(Double(part) / HudDrawing.steps)
      case .quadrants(let arcs): return try quadrants(arcs)
      case .bar(let part, let mark):
        return try bar(Double(part) / HudDrawing.steps, mark: Double(mark) / HudDrawing.steps)
      case .dots(let lit, let count): return try dots(lit, of: count)
      case .icon(let icon): return try self.icon(icon)
      case .star(let number): return try star(number)
      }
    } catch let error as DrawingError {
      throw .drawing(error)
    } catch let error as HudError {
      throw error
    } catch {
      throw .drawing(.noText)
    }
  }

  /// The radius within which rings and their halo lie, in pixels.
  var ringReach: Double { (theme.radii.ring + theme.radii.ringWidth / 2) * unit + shade }
  /// How far the halo of shapes reaches, in pixels.
  var shade: Double { 1.2 * unit }

  // MARK: - Text

  func style(_ role: HudDrawing.Role) -> TextStyle {
    let (size, colour) =
      switch role {
      case .prompt: (theme.sizes.prompt, theme.colours.text)
      case .hint: (theme.sizes.hint, theme.colours.hint)
      case .score: (theme.sizes.score, theme.colours.score)
      case .gain: (theme.sizes.score * 0.7, theme.colours.stars[0])
      case .left: (min(theme.sizes.score, theme.radii.ring * 0.9), theme.colours.score)
      }
    var style = TextStyle(families: theme.fonts.families, size: max(size * unit, 0.5))
    style.weight = theme.fonts.weight
    style.minimumSize = style.size * 0.6
    style.maximumLines = role == .prompt || role == .hint ? 2 : 1
    style.lineHeight = 0.95
    style.alignment = .middle
    style.colour = colour
    style.language = language.fontLanguage
    return style
  }

  private func write(_ text: String, _ role: HudDrawing.Role) throws -> StraightRGBA8 {
    let layout = try TextLayout(text, style(role), width: widest)
    if let missing = layout.missing.first {
      throw HudError.missingGlyph(text: text, note: MissingGlyphs.demand(missing))
    }
    let halo = theme.sizes.halo * layout.size
    let margin = (halo + 0.2 * layout.size).rounded(.up) + 1
    let canvas = try canvas(layout.width + 2 * margin, layout.height + 2 * margin)
    // Lines stand in the middle of the width that they were laid out in.
    let corner = PicturePoint(
      (Double(canvas.size.width) - widest) / 2, (Double(canvas.size.height) - layout.height) / 2)
    for (part, strength) in Self.textHalo {
      layout.outline(
        on: canvas, at: corner, faded(theme.colours.halo, strength), width: 2 * part * halo)
    }
    layout.draw(on: canvas, at: corner)
    return try canvas.picture()
  }

  // MARK: - Helpers

  /// A canvas of at least so many pixels.
  func canvas(_ width: Double, _ height: Double) throws(DrawingError) -> Canvas {
    try Canvas(
      size: PixelSize<CanvasSpace>(
        clamping: max(1, Int(width.rounded(.up))), max(1, Int(height.rounded(.up)))))
  }

  func middle(of canvas: borrowing Canvas) -> PicturePoint {
    PicturePoint(Double(canvas.size.width) / 2, Double(canvas.size.height) / 2)
  }

  func faded(_ colour: Colour, _ part: Double) -> Colour { colour.opacity(colour.alpha * part) }

  /// A soft shade about a line that will be drawn over it.
  func shade(_ path: Path, width: Double, on canvas: borrowing Canvas) {
    for (part, strength) in Self.shapeHalo {
      canvas.stroke(
        path, faded(theme.colours.halo, strength), width: width + 2 * part * shade)
    }
  }

  /// Strokes that make a halo together, the widest first: parts of its reach, and opacities.
  ///
  /// Three eighths of it, an eighth of the letters' size, are dark enough for a contrast of 4.5 : 1 on a
  /// white background, which WCAG 2.1 asks for; there a wide border counts as the background of letters.
  private static let textHalo = halo(strokes: 8) { $0 < 0.375 ? 0.92 : 0.72 * ease(1 - $0) }
  private static let shapeHalo = halo(strokes: 5) { $0 < 0.4 ? 0.85 : 0.62 * ease(1 - $0) }

  /// Strokes over each other, so that their sum has an opacity at each part of the reach.
  private static func halo(
    strokes count: Int, _ opacity: (Double) -> Double
  ) -> [(part: Double, strength: Double)] {
    var reached = 0.0
    return (1...count).reversed().map { number in
      let part = Double(number) / Double(count)
      let wanted = opacity(part - 0.5 / Double(count))
      let strength = 1 - (1 - wanted) / (1 - reached)
      reached = wanted
      return (part, strength)
    }
  }

  private static func ease(_ part: Double) -> Double { part * part.squareRoot() }
}
