import Compositing
package import Drawing
package import Geometry
import Imaging

/// A transparent canvas over an area of a surface, in the surface's pixels.
package struct AnnotationCanvas: ~Copyable {
  /// Where it lies.
  let area: PixelArea
  package let canvas: Canvas

  package init(_ area: PixelArea) throws(DrawingError) {
    self.area = area
    canvas = try Canvas(size: area.size)
  }

  /// A place of the surface on the canvas.
  package func place(_ point: Point2<OutputSpace>) -> PicturePoint {
    PicturePoint(
      point.x - Double(area.columns.lowerBound), point.y - Double(area.rows.lowerBound))
  }

  /// Draws a line over a wider dark one, so that it is seen on every background.
  func stroke(_ path: Path, _ colour: Colour, width: Double) {
    canvas.stroke(path, Colour(0x000000, 0.45 * colour.alpha), width: width + max(0.6, 0.8 * width))
    canvas.stroke(path, colour, width: width)
  }

  /// Lays what was drawn on the surface.
  package borrowing func draw<Target: FrameSurface & ~Copyable>(
    on surface: inout Target
  ) throws {
    let (left, top) = (area.columns.lowerBound, area.rows.lowerBound)
    try unsafe surface.withFinishedPixels { planes in
      guard unsafe FlatDrawing.fits(planes.format) else {
        let texture = unsafe Texture(atItsOwnSize: try canvas.picture(), for: planes.format)
        return try unsafe Compositor().draw(
          texture, at: AnnotationStamp.place(left: left, top: top), onto: planes)
      }
      try unsafe canvas.withPixels { pixels, stride in
        let drawing = unsafe FlatDrawing(
          pixels: pixels, stride: stride, width: canvas.size.width, height: canvas.size.height)
        try unsafe Compositor().lay(drawing, left: left, top: top, onto: planes)
      }
    } colours: { finished, _ in
      finished.blend(try canvas.picture(), left: left, top: top)
    }
  }
}
