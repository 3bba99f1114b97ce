package import Geometry
package import Imaging

/// A picture in RGB: artwork keeps its full colour resolution, which a clip's 4:2:0 would halve.
///
/// Layers are composited on colours multiplied by alpha, everything later is drawn on straight ones;
/// between the two a picture is converted once, and an opaque one not at all. Multiplying rounds faint
/// colours away, so pixels that no layer touched are given back as they were.
package struct PictureSurface: FrameSurface {
  private enum Pixels {
    case premultiplied(PremultipliedRGBA8)
    case straight(StraightRGBA8)
  }

  /// The picture; nil while it is lent, so that it has one holder and changing it takes no copy.
  private var pixels: Pixels?
  /// The picture before layers were drawn on it; nil where it has no transparency.
  private var background: StraightRGBA8?
  package let guide: StraightRGBA8?
  private let size: PixelSize<OutputSpace>
  private let matrix: YUVEncoding.Matrix

  /// Makes a surface of a picture to draw on, which may have transparency.
  ///
  /// - Parameters:
  ///   - matrix: The luma coefficients of what the picture is of.
  ///   - guide: The picture in whose place it stands, of the same size; nil where nothing is looked for in another one.
  package init(
    _ background: consuming StraightRGBA8, matrix: YUVEncoding.Matrix,
    guide: StraightRGBA8? = nil
  ) {
    size = PixelSize(clamping: background.width, background.height)
    (self.matrix, self.guide) = (matrix, guide)
    pixels = .straight(background)
  }

  /// Makes a surface that is fully transparent.
  ///
  /// - Parameter guide: The picture that what is drawn belongs to, of the same size; nil where nothing is
  ///   looked for in it.
  package init(transparent size: PixelSize<OutputSpace>, guide: StraightRGBA8? = nil) {
    (self.size, self.guide) = (size, guide)
    matrix = .bt709
    pixels = .premultiplied(PremultipliedRGBA8(size: size))
  }

  package consuming func picture() -> StraightRGBA8 { takeStraight() }

  package mutating func withLayerPixels(_ draw: (MutablePicture) throws -> Void) throws {
    var picture = takePremultiplied()
    defer { pixels = .premultiplied(picture) }
    _ = try unsafe picture.withMutablePicture { try unsafe draw($0) }
  }

  package mutating func withFinishedPixels(
    planes: (MutablePicture) throws -> Void,
    colours: (inout StraightRGBA8, _ matrix: YUVEncoding.Matrix) throws -> Void
  ) throws {
    var picture = takeStraight()
    defer { pixels = .straight(picture) }
    try colours(&picture, matrix)
  }

  package mutating func flipHorizontally() {
    var picture = takeStraight()
    picture.flipHorizontally()
    pixels = .straight(picture)
  }

  private mutating func takePremultiplied() -> PremultipliedRGBA8 {
    switch pixels.take() {
    case .premultiplied(let picture)?: picture
    case .straight(let picture)?: multiplied(picture)
    case nil: PremultipliedRGBA8(size: size)
    }
  }

  private mutating func multiplied(_ picture: consuming StraightRGBA8) -> PremultipliedRGBA8 {
    background = picture.isOpaque ? nil : picture
    return PremultipliedRGBA8(picture)
  }

  private mutating func takeStraight() -> StraightRGBA8 {
    switch pixels.take() {
    case .premultiplied(let picture)?: StraightRGBA8(picture, drawnOn: background.take())
    case .straight(let picture)?: picture
    case nil: StraightRGBA8(size: size)
    }
  }
}
