import Geometry
import Imaging
import Placement
import Recipe
import Recordings

/// A request's picture before its pixels are decoded, and what is to become of it.
struct FramePicture {
  /// Its size, upright.
  let size: PixelSize<ArtworkSpace>
  /// How the result is written.
  let encoding: PictureEncoding
  /// Whether the picture may be drawn on as the planes of a JPEG.
  let isPlanar: Bool
  /// How a filter tells brightness: as JPEG's planes do, and in other pictures as a snapshot of them.
  let matrix: YUVEncoding.Matrix
  /// How the picture is brought to the result's size; where it is cut, not yet around its faces.
  let framing: OutputFraming

  /// Looks at the header and checks what is asked for.
  init(_ request: FrameRequest, limits: FrameLimits) throws {
    let format = try PictureFormat.format(of: request.picture)
    size = try PictureFormat.size(of: request.picture, limits: limits.sides)
    matrix = format == .jpeg ? .bt601 : .usual(width: size.width, height: size.height)
    framing = OutputFraming(
      OutputFraming.Picture(size.retyped(as: OutputSpace.self)), as: request.size,
      fit: request.fit)
    for (width, height) in [
      (size.width, size.height), (framing.frame.width, framing.frame.height),
    ] where !limits.allow(width: width, height: height) {
      throw RenderingError.frameTooLarge(
        "\(width) x \(height)",
        limit: limits.sides.allow(width: width, height: height)
          ? "\(limits.pixels) pixels" : "\(limits.sides)")
    }
    let keepsFormat = !(request.passes.overlayOnly && format == .jpeg)
    encoding = request.encoding ?? PictureEncoding(keepsFormat ? format.written : .png)
    guard (1...100).contains(encoding.quality) else {
      throw RenderingError.unfitOutput(
        reason: "the quality is \(encoding.quality); it goes from 1 to 100")
    }
    try request.passes.check()
    if request.passes.overlayOnly, encoding.format == .jpeg {
      throw RenderingError.unfitOutput(
        reason: "a JPEG has no transparency for avatars alone; ask for PNG or WebP")
    }
    isPlanar =
      format == .jpeg && encoding.format == .jpeg && framing.drawn == framing.picture.stored
      && !framing.isCut && !framing.hasBars && !request.passes.overlayOnly
  }

  func decoded(
    _ request: FrameRequest, _ limits: ImageLimits
  ) throws(ImagingError) -> StraightRGBA8 {
    try PictureFormat.decode(request.picture, limits: limits)
  }
}
