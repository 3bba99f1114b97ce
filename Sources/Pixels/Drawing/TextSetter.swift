internal import CPango

/// A Pango layout while its size is being found.
@safe struct TextSetter {
  let layout: OpaquePointer
  private let style: TextStyle
  /// The text as Pango has it, in UTF-8.
  let bytes: [UInt8]

  /// Makes the layout of a text; nil where Pango cannot be set up.
  init?(_ text: String, _ style: TextStyle, width: Double) {
    guard let map = unsafe pango_cairo_font_map_get_default(),
      let context = unsafe pango_font_map_create_context(map)
    else { return nil }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(context)) }
    unsafe Self.settle(context, language: style.language)
    guard let layout = unsafe pango_layout_new(context) else { return nil }
    unsafe self.layout = unsafe layout
    self.style = style
    bytes = Array(text.utf8)
    unsafe bytes.withUnsafeBytes { raw in
      unsafe pango_layout_set_text(
        layout, raw.assumingMemoryBound(to: CChar.self).baseAddress ?? UnsafePointer(bitPattern: 1),
        Int32(truncatingIfNeeded: raw.count))
    }
    unsafe pango_layout_set_auto_dir(layout, 1)
    set(width: width)
    unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    unsafe pango_layout_set_line_spacing(layout, Float(style.lineHeight))
    unsafe pango_layout_set_alignment(
      layout,
      style.alignment == .start
        ? PANGO_ALIGN_LEFT : style.alignment == .end ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_CENTER)
  }

  /// Takes away everything that the machine's settings would decide.
  private static func settle(_ context: OpaquePointer, language: String) {
    let options = unsafe cairo_font_options_create()
    unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    unsafe cairo_font_options_set_subpixel_order(options, CAIRO_SUBPIXEL_ORDER_DEFAULT)
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    unsafe pango_cairo_context_set_font_options(context, options)
    unsafe cairo_font_options_destroy(options)
    unsafe pango_cairo_context_set_resolution(context, 96)
    unsafe pango_context_set_round_glyph_positions(context, 0)
    unsafe pango_context_set_language(context, pango_language_from_string(language))
    unsafe pango_context_set_base_dir(context, PANGO_DIRECTION_LTR)
  }

  /// Sets the text at a size; whether all of it fits into the lines allowed and the width.
  func fits(at size: Double) -> Bool {
    let font = unsafe pango_font_description_new()
    defer { unsafe pango_font_description_free(font) }
    unsafe pango_font_description_set_family(font, style.families.joined(separator: ","))
    unsafe pango_font_description_set_weight(
      font, PangoWeight(rawValue: UInt32(min(max(style.weight, 100), 1000))))
    unsafe pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
    unsafe pango_layout_set_font_description(layout, font)
    space(letters: style.letterSpacing * size)
    // A word that is wider than the box is broken; better to make the text smaller first.
    return unsafe Int(pango_layout_get_line_count(layout)) <= style.maximumLines
      && !breaksWords()
  }

  /// Sets the width that lines are broken in, in pixels.
  func set(width: Double) {
    unsafe pango_layout_set_width(layout, Int32(min(max(width, 1), 16_384) * Double(PANGO_SCALE)))
  }

  /// How far the layout is moved so that its lines are aligned in a width.
  func shift(within width: Double) -> Double {
    guard width.isFinite else { return 0 }
    let left = max(0, width - Double(unsafe pango_layout_get_width(layout)) / Double(PANGO_SCALE))
    // The start of a text that runs from right to left is at the right.
    let isRightToLeft = unsafe pango_layout_get_direction(layout, 0) == PANGO_DIRECTION_RTL
    switch style.alignment {
    case .middle: return left / 2
    case .start: return isRightToLeft ? left : 0
    case .end: return isRightToLeft ? 0 : left
    }
  }

  /// Lets the last line allowed end in an ellipsis.
  func cut() {
    unsafe pango_layout_set_height(layout, -Int32(clamping: max(1, style.maximumLines)))
    unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
  }

  private func space(letters pixels: Double) {
    guard pixels != 0 else { return }
    let list = unsafe pango_attr_list_new()
    unsafe pango_attr_list_insert(
      list, pango_attr_letter_spacing_new(Int32(pixels * Double(PANGO_SCALE))))
    unsafe pango_layout_set_attributes(layout, list)
    unsafe pango_attr_list_unref(list)
  }

  /// The characters that are drawn as boxes because no font has them.
  func missing() -> [Unicode.Scalar] {
    guard unsafe pango_layout_get_unknown_glyphs_count(layout) > 0,
      let iterator = unsafe pango_layout_get_iter(layout)
    else { return [] }
    defer { unsafe pango_layout_iter_free(iterator) }
    var found: [Unicode.Scalar] = []
    repeat {
      guard let run = unsafe pango_layout_iter_get_run_readonly(iterator),
        let glyphs = unsafe run.pointee.glyphs
      else { continue }
      for index in 0..<Int(unsafe glyphs.pointee.num_glyphs) {
        let glyph = unsafe glyphs.pointee.glyphs[index].glyph
        // PANGO_GLYPH_UNKNOWN_FLAG and the character itself.
        guard glyph & 0x1000_0000 != 0, let scalar = Unicode.Scalar(glyph & 0x0FFF_FFFF),
          !found.contains(scalar)
        else { continue }
        found.append(scalar)
      }
    } while unsafe pango_layout_iter_next_run(iterator) != 0
    return found
  }
}
