internal import CPango
import Geometry
package import Imaging

extension Canvas {
  /// Draws a part of a picture into a box, filtered; what is drawn before under it shows through
  /// where the picture does.
  ///
  /// - Parameters:
  ///   - part: the part's corner and size, in the picture's pixels.
  ///   - corner: the box's top left corner.
  ///   - opacity: 0 to 1.
  package func draw(
    _ picture: StraightRGBA8,
    part: (corner: PicturePoint, width: Double, height: Double),
    at corner: PicturePoint, width: Double, height: Double, opacity: Double = 1
  ) throws(DrawingError) {
    guard part.width > 0, part.height > 0, width > 0, height > 0 else { return }
    let source = try unsafe Self.surface(of: picture)
    defer { unsafe cairo_surface_destroy(source) }
    unsafe cairo_save(pen)
    trace(.rectangle(corner, width: width, height: height))
    unsafe cairo_clip(pen)
    unsafe cairo_translate(pen, corner.x, corner.y)
    unsafe cairo_scale(pen, width / part.width, height / part.height)
    unsafe cairo_set_source_surface(pen, source, -part.corner.x, -part.corner.y)
    let pattern = unsafe cairo_get_source(pen)
    // Averages where the picture is made smaller, bilinear where it is made larger.
    unsafe cairo_pattern_set_filter(pattern, CAIRO_FILTER_GOOD)
    // Edges stay sharp: beyond the picture its last pixels go on, and the clip ends them.
    unsafe cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    unsafe cairo_paint_with_alpha(pen, opacity)
    unsafe cairo_restore(pen)
  }

  /// Covers everything with a picture side by side, from the top left corner, at a size.
  package func tile(
    _ picture: StraightRGBA8, width: Double, height: Double, opacity: Double = 1
  ) throws(DrawingError) {
    // Made smaller once: filtered anew for every pixel it took 50 ns a pixel.
    let (wide, high) = (max(1, width.rounded()), max(1, height.rounded()))
    let tile = try Canvas(size: PixelSize<CanvasSpace>(clamping: Int(wide), Int(high)))
    try tile.draw(
      picture, part: (PicturePoint(0, 0), Double(picture.width), Double(picture.height)),
      at: PicturePoint(0, 0), width: wide, height: high)
    unsafe cairo_surface_flush(tile.surface)
    unsafe cairo_save(pen)
    unsafe cairo_set_source_surface(pen, tile.surface, 0, 0)
    let pattern = unsafe cairo_get_source(pen)
    unsafe cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
    unsafe cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
    unsafe cairo_paint_with_alpha(pen, opacity)
    unsafe cairo_restore(pen)
  }

  /// Covers everything with a gradient that is drawn at a quarter of the size and enlarged: no
  /// difference is seen in what is soft, and a large radial gradient takes a fifth of the time.
  package func paintSoftly(_ paint: Paint) throws(DrawingError) {
    let (wide, high) = ((size.width + 3) / 4 + 1, (size.height + 3) / 4 + 1)
    let small = try Canvas(size: PixelSize<CanvasSpace>(clamping: wide, high))
    unsafe cairo_scale(small.pen, 0.25, 0.25)
    small.paint(paint)
    unsafe cairo_surface_flush(small.surface)
    unsafe cairo_save(pen)
    unsafe cairo_scale(pen, 4, 4)
    unsafe cairo_set_source_surface(pen, small.surface, 0, 0)
    let pattern = unsafe cairo_get_source(pen)
    unsafe cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
    unsafe cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    unsafe cairo_paint(pen)
    unsafe cairo_restore(pen)
  }

  /// A Cairo surface with a picture's pixels, which the caller destroys.
  private static func surface(of picture: StraightRGBA8) throws(DrawingError) -> OpaquePointer {
    guard let wide = Int32(exactly: picture.width), let high = Int32(exactly: picture.height),
      let source = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, wide, high)
    else { throw .noSurface(width: picture.width, height: picture.height) }
    guard unsafe cairo_surface_status(source) == CAIRO_STATUS_SUCCESS,
      let bytes = unsafe cairo_image_surface_get_data(source)
    else {
      unsafe cairo_surface_destroy(source)
      throw .noSurface(width: picture.width, height: picture.height)
    }
    unsafe pack(picture, into: bytes, stride: Int(cairo_image_surface_get_stride(source)))
    unsafe cairo_surface_mark_dirty(source)
    return unsafe source
  }

  /// Draws turned about a point, in degrees clockwise, and before that seen in a mirror.
  package func turned(
    by degrees: Double, about centre: PicturePoint, mirrored: Bool = false,
    _ draw: () throws(DrawingError) -> Void
  ) throws(DrawingError) {
    unsafe cairo_save(pen)
    defer { unsafe cairo_restore(pen) }
    unsafe cairo_translate(pen, centre.x, centre.y)
    unsafe cairo_rotate(pen, degrees * Double.pi / 180)
    unsafe cairo_scale(pen, mirrored ? -1 : 1, 1)
    unsafe cairo_translate(pen, -centre.x, -centre.y)
    try draw()
  }

  /// Draws within an area only.
  package func clipped(
    to path: Path, throwing draw: () throws(DrawingError) -> Void
  ) throws(DrawingError) {
    unsafe cairo_save(pen)
    defer { unsafe cairo_restore(pen) }
    trace(path)
    unsafe cairo_clip(pen)
    try draw()
  }

  /// Straight R, G, B, A to Cairo's native-endian, premultiplied B, G, R, A.
  private static func pack(
    _ picture: StraightRGBA8, into target: UnsafeMutablePointer<UInt8>, stride: Int
  ) {
    unsafe picture.bytes.withUnsafeBytes { source in
      for row in 0..<picture.height {
        let from = 4 * picture.width * row
        let line = unsafe UnsafeMutableRawPointer(target + row * stride)
        for column in 0..<picture.width {
          let pixel = unsafe UInt32(
            littleEndian: source.loadUnaligned(fromByteOffset: from + 4 * column, as: UInt32.self))
          unsafe line.storeBytes(of: packed(pixel), toByteOffset: 4 * column, as: UInt32.self)
        }
      }
    }
  }

  @inline(__always)
  private static func packed(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 0 { return 0 }
    var (red, green, blue) = (pixel & 0xFF, pixel >> 8 & 0xFF, pixel >> 16 & 0xFF)
    if alpha != 255 {
      let byte = UInt8(truncatingIfNeeded: alpha)
      func premultiplied(_ value: UInt32) -> UInt32 {
        UInt32(PremultipliedRGBA8.premultiply(UInt8(truncatingIfNeeded: value), alpha: byte))
      }
      (red, green, blue) = (premultiplied(red), premultiplied(green), premultiplied(blue))
    }
    return alpha << 24 | red << 16 | green << 8 | blue
  }
}
