internal import CPango
package import Geometry
package import Imaging

/// A Cairo picture and the pen that draws on it.
///
/// Corresponds to a `cairo_surface_t` of `CAIRO_FORMAT_ARGB32` and its `cairo_t`.
@safe package struct Canvas: ~Copyable {
  package let size: PixelSize<CanvasSpace>
  let surface: OpaquePointer
  let pen: OpaquePointer

  /// Makes a transparent canvas.
  package init(size: PixelSize<some CoordinateSpace>) throws(DrawingError) {
    guard let wide = Int32(exactly: size.width), let high = Int32(exactly: size.height),
      let made = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, wide, high)
    else { throw .noSurface(width: size.width, height: size.height) }
    guard unsafe cairo_surface_status(made) == CAIRO_STATUS_SUCCESS,
      let context = unsafe cairo_create(made)
    else {
      unsafe cairo_surface_destroy(made)
      throw .noSurface(width: size.width, height: size.height)
    }
    self.size = size.retyped(as: CanvasSpace.self)
    unsafe surface = unsafe made
    unsafe pen = unsafe context
    // Half of the default: curves of this size show no corners, and fills are a fifth quicker.
    unsafe cairo_set_tolerance(context, 0.2)
  }

  deinit {
    unsafe cairo_destroy(pen)
    unsafe cairo_surface_destroy(surface)
  }

  package func fill(_ path: Path, _ paint: Paint) {
    trace(path)
    setSource(paint)
    unsafe cairo_fill(pen)
  }

  /// Fills an area with one colour.
  package func fill(_ path: Path, _ colour: Colour) { fill(path, .solid(colour)) }

  /// Strokes a line with round ends and joins, its width in pixels.
  package func stroke(_ path: Path, _ paint: Paint, width: Double) {
    trace(path)
    setSource(paint)
    unsafe cairo_set_line_width(pen, width)
    unsafe cairo_set_line_cap(pen, CAIRO_LINE_CAP_ROUND)
    unsafe cairo_set_line_join(pen, CAIRO_LINE_JOIN_ROUND)
    unsafe cairo_stroke(pen)
  }

  /// Strokes a line in one colour with flat ends and joins, for one whose ends and corners are covered.
  package func strokeFlat(_ path: Path, _ colour: Colour, width: Double) {
    trace(path)
    setSource(.solid(colour))
    unsafe cairo_set_line_width(pen, width)
    unsafe cairo_set_line_cap(pen, CAIRO_LINE_CAP_BUTT)
    unsafe cairo_set_line_join(pen, CAIRO_LINE_JOIN_BEVEL)
    unsafe cairo_stroke(pen)
  }

  /// Draws in the place of what lies there, so that what overlaps is no darker than what does not.
  package func replacing(_ draw: () -> Void) {
    unsafe cairo_set_operator(pen, CAIRO_OPERATOR_SOURCE)
    draw()
    unsafe cairo_set_operator(pen, CAIRO_OPERATOR_OVER)
  }

  /// Strokes a line in one colour.
  package func stroke(_ path: Path, _ colour: Colour, width: Double) {
    stroke(path, .solid(colour), width: width)
  }

  /// Covers everything (within the clip).
  package func paint(_ paint: Paint) {
    setSource(paint)
    unsafe cairo_paint(pen)
  }

  /// Lays a soft spot on that fades out towards its rim.
  ///
  /// Only the spot's own area is filled: painting all of the picture for each spot is slow.
  package func glow(_ centre: PicturePoint, _ radius: Double, squash: Double = 1, _ colour: Colour)
  {
    fill(
      .ellipse(centre, PictureVector(radius, 0), PictureVector(0, radius * squash)),
      .radial(
        centre: centre, radius: radius, squash: squash,
        [(0, colour), (0.45, colour.opacity(colour.alpha * 0.62)), (1, colour.opacity(0))]))
  }

  /// Draws within an area only.
  package func clipped(to path: Path, _ draw: () -> Void) {
    unsafe cairo_save(pen)
    trace(path)
    unsafe cairo_clip(pen)
    draw()
    unsafe cairo_restore(pen)
  }

  /// Writes a line of text in Cairo's built-in sans serif, its baseline beginning at `point`.
  package func write(
    _ text: String, at point: PicturePoint, size: Double, bold: Bool, _ colour: Colour
  ) {
    setSource(.solid(colour))
    selectFont(size: size, bold: bold)
    unsafe cairo_move_to(pen, point.x, point.y)
    unsafe cairo_show_text(pen, text)
    unsafe cairo_new_path(pen)
  }

  /// How far a line of text moves the pen, in pixels.
  package func advance(of text: String, size: Double, bold: Bool) -> Double {
    selectFont(size: size, bold: bold)
    var extents = cairo_text_extents_t()
    unsafe cairo_text_extents(pen, text, &extents)
    return extents.x_advance
  }

  /// Lends what has been drawn, as Cairo keeps it: words of alpha, red, green and blue, premultiplied, and
  /// how many of them lie from row to row.
  package func withPixels(
    _ body: (UnsafePointer<UInt32>, _ stride: Int) throws -> Void
  ) throws {
    unsafe cairo_surface_flush(surface)
    guard let bytes = unsafe cairo_image_surface_get_data(surface) else {
      throw DrawingError.noSurface(width: size.width, height: size.height)
    }
    let word = MemoryLayout<UInt32>.stride
    let stride = unsafe Int(cairo_image_surface_get_stride(surface)) / word
    try unsafe bytes.withMemoryRebound(to: UInt32.self, capacity: stride * size.height) {
      try unsafe body($0, stride)
    }
  }

  /// What has been drawn.
  package func picture() throws(DrawingError) -> StraightRGBA8 {
    unsafe cairo_surface_flush(surface)
    guard let bytes = unsafe cairo_image_surface_get_data(surface) else {
      throw .noSurface(width: size.width, height: size.height)
    }
    var picture = StraightRGBA8(size: size)
    let stride = unsafe Int(cairo_image_surface_get_stride(surface))
    unsafe picture.bytes.withUnsafeMutableBufferPointer { target in
      for row in 0..<size.height {
        unsafe Self.unpack(
          bytes + row * stride, into: target.baseAddress.map { unsafe $0 + row * 4 * size.width },
          count: size.width)
      }
    }
    return picture
  }

  /// Cairo's native-endian, premultiplied B, G, R, A to straight R, G, B, A.
  private static func unpack(
    _ source: UnsafeMutablePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>?, count: Int
  ) {
    guard let target = unsafe target else { return }
    for pixel in 0..<count {
      let at = 4 * pixel
      let alpha = unsafe UInt32(source[at + 3])
      // The picture is transparent already, as most of a drawing is.
      if alpha == 0 { continue }
      for channel in 0..<3 {
        let value = unsafe UInt32(source[at + 2 - channel])
        // Opaque pixels, nearly all of them, need no division.
        let straight =
          alpha == 255 ? value : min((value * 255 + alpha / 2) / alpha, 255)
        unsafe target[at + channel] = UInt8(truncatingIfNeeded: straight)
      }
      unsafe target[at + 3] = UInt8(truncatingIfNeeded: alpha)
    }
  }

  private func selectFont(size: Double, bold: Bool) {
    unsafe cairo_select_font_face(
      pen, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
      bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    unsafe cairo_set_font_size(pen, size)
  }

  func trace(_ path: Path) {
    unsafe cairo_new_path(pen)
    for element in path.elements {
      switch element {
      case .move(let p): unsafe cairo_move_to(pen, p.x, p.y)
      case .line(let p): unsafe cairo_line_to(pen, p.x, p.y)
      case .curve(let a, let b, let c): unsafe cairo_curve_to(pen, a.x, a.y, b.x, b.y, c.x, c.y)
      case .close: unsafe cairo_close_path(pen)
      }
    }
  }

  func setSource(_ paint: Paint) {
    switch paint {
    case .solid(let c):
      unsafe cairo_set_source_rgba(pen, c.red, c.green, c.blue, c.alpha)
    case .linear(let from, let to, let stops):
      unsafe setGradient(cairo_pattern_create_linear(from.x, from.y, to.x, to.y), stops)
    case .map(let map):
      setMap(map)
    case .radial(let centre, let radius, let squash, let stops):
      let pattern = unsafe cairo_pattern_create_radial(
        centre.x, centre.y, 0, centre.x, centre.y, max(radius, 0.01))
      var matrix = cairo_matrix_t()
      let stretch = 1 / max(squash, 0.01)
      unsafe cairo_matrix_init(&matrix, 1, 0, 0, stretch, 0, centre.y * (1 - stretch))
      unsafe cairo_pattern_set_matrix(pattern, &matrix)
      unsafe setGradient(pattern, stops)
    }
  }

  private func setMap(_ map: ColourMap) {
    guard let wide = Int32(exactly: map.width), let high = Int32(exactly: map.height),
      let cells = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, wide, high)
    else { return }
    defer { unsafe cairo_surface_destroy(cells) }
    // A map is small: copied once, so that Cairo owns the memory it reads.
    if let bytes = unsafe cairo_image_surface_get_data(cells) {
      let stride = unsafe Int(cairo_image_surface_get_stride(cells))
      for row in 0..<map.height {
        for column in 0..<map.width {
          let pixel = map.pixels[row * map.width + column]
          unsafe UnsafeMutableRawPointer(bytes).storeBytes(
            of: pixel, toByteOffset: row * stride + 4 * column, as: UInt32.self)
        }
      }
      unsafe cairo_surface_mark_dirty(cells)
    }
    unsafe cairo_set_source_surface(pen, cells, 0, 0)
    let pattern = unsafe cairo_get_source(pen)
    var matrix = cairo_matrix_t()
    unsafe cairo_matrix_init(
      &matrix, 1 / map.cell, 0, 0, 1 / map.cell, -map.origin.x / map.cell,
      -map.origin.y / map.cell)
    unsafe cairo_pattern_set_matrix(pattern, &matrix)
    unsafe cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
    unsafe cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
  }

  private func setGradient(_ pattern: OpaquePointer?, _ stops: [Paint.Stop]) {
    for (offset, c) in stops {
      unsafe cairo_pattern_add_color_stop_rgba(pattern, offset, c.red, c.green, c.blue, c.alpha)
    }
    unsafe cairo_set_source(pen, pattern)
    unsafe cairo_pattern_destroy(pattern)
  }
}
