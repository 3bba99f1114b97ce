internal import CPango
import Foundation
import Geometry

/// A text laid out by Pango in a width: any script, either direction.
///
/// The same text gives the same pixels on every run with the same fonts: hinting and subpixel
/// rendering, which depend on the user's settings, are off, and neither the locale nor the screen
/// is asked.
@safe package struct TextLayout: ~Copyable {
  /// The size at which the text fits.
  package let size: Double
  package let lineCount: Int
  /// Whether the text did not fit and ends in an ellipsis.
  package let isCut: Bool
  /// The size of the lines, in pixels.
  package let width, height: Double
  /// Characters that no installed font has, in the text's order, each once.
  package let missing: [Unicode.Scalar]
  private let layout: OpaquePointer
  private let colour: Colour
  /// The width that the lines are aligned in.
  private let room: Double
  /// Where the layout stands in it: balanced lines are laid out in less.
  private let shift: Double

  /// Lays a text out; what must not be in a text, `PlainText` has removed.
  ///
  /// - Parameter width: the width for lines, in pixels.
  package init(_ text: String, _ style: TextStyle, width: Double) throws(DrawingError) {
    guard let setter = TextSetter(text, style, width: width) else { throw .noText }
    // The largest size at which all of it fits, else the smallest, cut off.
    let low = min(style.minimumSize ?? style.size, style.size)
    var size = style.size
    while size > low, !setter.fits(at: size) { size = max(low, size * 0.94) }
    isCut = !setter.fits(at: size)
    if isCut { setter.cut() } else { setter.balance(within: width) }
    var ink = PangoRectangle()
    var box = PangoRectangle()
    unsafe pango_layout_get_extents(setter.layout, &ink, &box)
    let scale = Double(PANGO_SCALE)
    self.size = size
    room = width
    shift = setter.shift(within: width)
    (self.width, height) = (Double(box.width) / scale, Double(box.height) / scale)
    lineCount = unsafe Int(pango_layout_get_line_count(setter.layout))
    missing = setter.missing()
    colour = style.colour
    unsafe layout = unsafe setter.layout
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// Draws the lines, the top left corner of the width that they were laid out in at `corner`.
  ///
  /// - Parameter bleed: how far ink may leave the box, in parts of the size: an f's hook, an
  ///   accent. Marks that are piled up higher are cut off.
  package func draw(on canvas: borrowing Canvas, at corner: PicturePoint, bleed: Double = 0.4) {
    let margin = bleed * size
    canvas.clipped(
      to: .rectangle(
        PicturePoint(corner.x - margin, corner.y - margin), width: room + 2 * margin,
        height: height + 2 * margin)
    ) {
      canvas.setSource(.solid(colour))
      unsafe cairo_move_to(canvas.pen, corner.x + shift, corner.y)
      unsafe pango_cairo_show_layout(canvas.pen, layout)
      unsafe cairo_new_path(canvas.pen)
    }
  }

  /// Strokes the letters' outlines with round joins, the corner as for `draw`; half of the width lies
  /// outside of them.
  package func outline(
    on canvas: borrowing Canvas, at corner: PicturePoint, _ colour: Colour, width: Double
  ) {
    canvas.setSource(.solid(colour))
    unsafe cairo_new_path(canvas.pen)
    unsafe cairo_move_to(canvas.pen, corner.x + shift, corner.y)
    unsafe pango_cairo_layout_path(canvas.pen, layout)
    unsafe cairo_set_line_width(canvas.pen, width)
    unsafe cairo_set_line_join(canvas.pen, CAIRO_LINE_JOIN_ROUND)
    unsafe cairo_stroke(canvas.pen)
  }

  /// Draws a soft rim about the letters, on which they are read on every background; the corner as
  /// for `draw`.
  ///
  /// The letters' own coverage is laid down about itself on two rings of whole pixels. Strokes of the
  /// outlines, which `outline` draws, are evener and take several times as long.
  ///
  /// - Parameter reach: how far the rim reaches, in pixels.
  package func rim(
    on canvas: borrowing Canvas, at corner: PicturePoint, _ colour: Colour, reach: Double
  ) {
    let margin = reach + 0.4 * size
    canvas.clipped(
      to: .rectangle(
        PicturePoint(corner.x - margin, corner.y - margin), width: room + 2 * margin,
        height: height + 2 * margin)
    ) {
      unsafe cairo_push_group_with_content(canvas.pen, CAIRO_CONTENT_ALPHA)
      canvas.setSource(.solid(Colour(0)))
      unsafe cairo_move_to(canvas.pen, corner.x + shift, corner.y)
      unsafe pango_cairo_show_layout(canvas.pen, layout)
      unsafe cairo_new_path(canvas.pen)
      guard let letters = unsafe cairo_pop_group(canvas.pen) else { return }
      defer { unsafe cairo_pattern_destroy(letters) }
      unsafe cairo_pattern_set_filter(letters, CAIRO_FILTER_NEAREST)
      var place = cairo_matrix_t()
      unsafe cairo_pattern_get_matrix(letters, &place)
      for ring in Self.rings {
        canvas.setSource(.solid(colour.opacity(colour.alpha * ring.opacity)))
        for step in ring.places(reach: reach) {
          var moved = place
          unsafe cairo_matrix_translate(&moved, -step.x, -step.y)
          unsafe cairo_pattern_set_matrix(letters, &moved)
          unsafe cairo_mask(canvas.pen, letters)
        }
      }
    }
  }

  /// Where the letters are laid down again.
  private struct Ring {
    /// How far out, as a part of the reach.
    let radius: Double
    let count: Int
    let opacity: Double

    /// The steps to the right and down, in whole pixels, at least one.
    func places(reach: Double) -> [SIMD2<Double>] {
      (0..<count).map { number in
        let angle = 2 * Double.pi * Double(number) / Double(count)
        let step = SIMD2(cos(angle), sin(angle)) * max(radius * reach, 1)
        return step.rounded(.toNearestOrAwayFromZero)
      }
    }
  }

  private static let rings = [
    Ring(radius: 1, count: 12, opacity: 0.16), Ring(radius: 0.5, count: 8, opacity: 0.36),
  ]
}
