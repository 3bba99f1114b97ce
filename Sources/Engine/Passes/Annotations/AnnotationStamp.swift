import Compositing
import Geometry
import Imaging

/// A drawing that is laid on surfaces pixel on pixel, any number of times.
struct AnnotationStamp {
  private let picture: StraightRGBA8
  /// What it became for the last format.
  private var texture: Texture?

  init(_ picture: StraightRGBA8) {
    self.picture = picture
  }

  /// Lays it on a surface, its upper left corner on a pixel's.
  mutating func draw<Target: FrameSurface & ~Copyable>(
    on surface: inout Target, left: Int, top: Int
  ) throws {
    var texture = texture
    try unsafe surface.withFinishedPixels { planes in
      let ready: Texture
      if let known = texture, unsafe known.format == planes.format {
        ready = known
      } else {
        ready = unsafe Texture(atItsOwnSize: picture, for: planes.format)
        texture = ready
      }
      try unsafe Compositor().draw(ready, at: Self.place(left: left, top: top), onto: planes)
    } colours: { finished, _ in
      finished.blend(picture, left: left, top: top)
    }
    self.texture = texture
  }

  /// Where a drawing lies whose upper left corner is on that of a pixel.
  static func place(left: Int, top: Int) -> Homography<ArtworkSpace, OutputSpace> {
    AffineMap<ArtworkSpace, OutputSpace>(1, 0, Double(left), 0, 1, Double(top)).homography
  }
}
