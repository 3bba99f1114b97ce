package import Drawing
import Geometry
package import Imaging

/// A plain mask of the upper face, to paint over.
package enum MaskDrawing {
  private static let size = PixelSize<ArtworkSpace>(clamping: 640, 480)

  /// Draws it: 200 pixels are an eye distance.
  package static func picture() throws(DrawingError) -> StraightRGBA8 {
    let canvas = try Canvas(size: size)
    let outline = mirrored([
      (0, 24), (110, 34), (212, 74), (284, 156), (292, 246), (258, 330), (184, 388), (104, 396),
      (52, 352), (0, 318),
    ])
    canvas.fill(
      outline,
      .linear(
        from: PicturePoint(320, 24), to: PicturePoint(320, 400),
        [(0, Colour(0xF7E3C4)), (1, Colour(0xE9B98B))]))
    canvas.stroke(outline, Colour(0x8A4B2D), width: 9)
    for side in [-1.0, 1.0] {
      let eye = Path.loop(
        [(-58, 8), (-30, -26), (14, -34), (50, -16), (62, 6), (34, 28), (-14, 32)].map {
          PicturePoint(320 + side * (100 + $0.0), 216 + $0.1)
        })
      canvas.stroke(eye, Colour(0x8A4B2D), width: 14)
      canvas.replacing { canvas.fill(eye, Colour(0, 0)) }
    }
    return try canvas.picture()
  }

  /// A smooth outline through points of its right half, x from the middle line.
  private static func mirrored(_ half: [(x: Double, y: Double)]) -> Path {
    let left = half.dropFirst().dropLast().reversed().map { (x: -$0.x, y: $0.y) }
    return .loop((half + left).map { PicturePoint(320 + $0.x, $0.y) })
  }
}
