public import Imaging

/// A layer's picture, made ready for drawing on pictures of one format.
///
/// All that does not change from frame to frame is done here, once a clip: colours are
/// premultiplied and brought to the target's own encoding, the pyramid is built, and the
/// transparent margin is cut off. Premultiplied Y'CbCr values hold their offset (16 or 128) times
/// alpha, so that source-over on encoded values is source-over on R'G'B' up to rounding: the
/// conversion is affine, and the weights of source-over add up to 1.
public struct Texture: Sendable {
  /// The texels, by kind of target.
  enum Content: Sendable {
    /// Nothing: a fully transparent picture.
    case empty
    /// Pairs of luma and alpha, and quads of Cb, Cr, nothing, alpha.
    case lumaAndChroma(luma: Pyramid, chroma: Pyramid)
    /// Quads of R, G, B, alpha.
    case colour(Pyramid)
  }

  /// The format of the pictures that this is for.
  public let format: PixelFormat
  /// The size of the whole picture in pixels, transparent margin included.
  public let width, height: Int
  let content: Content
  /// The convex outline of what is not transparent.
  let outline: Outline

  /// The largest number of pixels for which chroma is kept at full resolution.
  ///
  /// Chroma at half width and height only shows where a picture is drawn at more than 0.6 of its
  /// size; a large picture is not, on a face in a video, and its finest level would take half of
  /// the texture's memory.
  private static let fullChromaPixelLimit = 768 * 768

  /// Prepares a picture.
  public init(_ picture: StraightRGBA8, for format: PixelFormat) {
    self.format = format
    (width, height) = (picture.width, picture.height)
    outline = Outline(of: picture)
    guard !outline.isEmpty else {
      content = .empty
      return
    }
    let (left, top, width, height) = (outline.left, outline.top, outline.width, outline.height)
    func pixel(_ x: Int, _ y: Int) -> SIMD4<Double> {
      let p = picture[left + x, top + y]
      return SIMD4(Double(p.red), Double(p.green), Double(p.blue), Double(p.alpha)) / 255
    }
    switch format {
    case .premultipliedRGBA8:
      content = .colour(
        Pyramid(width: width, height: height, channels: 4, finest: 0) { x, y in
          let p = pixel(x, y)
          return Self.texel(SIMD3(p.x, p.y, p.z) * 255, alpha: p.w)
        })
    case .yuv420p8(let encoding):
      let coefficients = encoding.coefficients
      let luma = Pyramid(width: width, height: height, channels: 2, finest: 0) { x, y in
        let p = pixel(x, y)
        let levels = coefficients.levels(red: p.x, green: p.y, blue: p.z)
        let texel = Self.texel(SIMD3(levels.y, 0, 0), alpha: p.w)
        return SIMD4(texel.x, texel.w, 0, 0)
      }
      let finest = width * height <= Self.fullChromaPixelLimit ? 0 : 1
      let chroma = Pyramid(width: width, height: height, channels: 4, finest: finest) { x, y in
        let p = pixel(x, y)
        let levels = coefficients.levels(red: p.x, green: p.y, blue: p.z)
        return Self.texel(SIMD3(levels.cb, levels.cr, 0), alpha: p.w)
      }
      content = .lumaAndChroma(luma: luma, chroma: chroma)
    }
  }

  /// The premultiplied texel of colours in levels of 8 bit and an alpha of 0 to 1.
  private static func texel(_ levels: SIMD3<Double>, alpha: Double) -> SIMD4<Int32> {
    SIMD4<Int32>(
      SIMD4<Double>(levels * 128 * alpha, alpha * 16384).rounded(.toNearestOrAwayFromZero))
  }
}
