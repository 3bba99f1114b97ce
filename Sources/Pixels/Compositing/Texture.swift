internal import CKernels
public import Imaging

/// A layer's picture, made ready for drawing on pictures of one format.
///
/// All that does not change from frame to frame is done here, once a clip: colours are
/// premultiplied and brought to the target's own encoding, and the transparent margin is cut off. Levels of the
/// pyramid are made when they are first drawn from. Premultiplied Y'CbCr values hold their offset (16 or
/// 128) times alpha, so that source-over on encoded values is source-over on R'G'B' up to rounding: the
/// conversion is affine, and the weights of source-over add up to 1. For clips of high dynamic range
/// or with other primaries, `ArtworkColour` makes R'G'B' of theirs first.
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

  /// The memory that its texels take, in bytes, once all its levels have been drawn from.
  public var byteCount: Int {
    switch content {
    case .empty: 0
    case .lumaAndChroma(let luma, let chroma): luma.byteCount + chroma.byteCount
    case .colour(let pyramid): pyramid.byteCount
    }
  }

  /// The largest number of pixels for which subsampled chroma is kept at full resolution.
  ///
  /// Chroma of half width and height only shows where a picture is drawn at more than 0.6 of its
  /// size; a large picture is not, on a face in a video, and its finest level would take half of
  /// the texture's memory.
  private static let fullChromaPixelLimit = 768 * 768

  /// The most pixels in a row or column of a picture that can be drawn.
  ///
  /// The kernels find a texel by numbers of 16 bit with a sign, the level's border included.
  public static let maximumSide = Int(CK_MAX_SIDE) - Pyramid.Level.border

  /// Prepares a picture; one with more pixels a side than `maximumSide` is refused when it is drawn.
  public init(_ picture: StraightRGBA8, for format: PixelFormat) {
    self.init(picture, for: format, isScaled: true)
  }

  /// Prepares a picture that is drawn at its own size, pixel on pixel: at another one it is poorer.
  ///
  /// It has the one level that is then sampled, so it is made much faster for what is drawn once.
  package init(atItsOwnSize picture: StraightRGBA8, for format: PixelFormat) {
    self.init(picture, for: format, isScaled: false)
  }

  private init(_ picture: StraightRGBA8, for format: PixelFormat, isScaled: Bool) {
    self.format = format
    (width, height) = (picture.width, picture.height)
    outline = Outline(of: picture)
    guard !outline.isEmpty else {
      content = .empty
      return
    }
    switch format {
    case .premultipliedRGBA8, .opaqueRGB8, .premultipliedBGRA8, .opaqueBGR8:
      let isReversed = format == .premultipliedBGRA8 || format == .opaqueBGR8
      content = .colour(
        Pyramid(rgbaOf: picture, in: outline, isReversed: isReversed, .full(isScaled: isScaled)))
    case .yuv(let layout, let encoding):
      let (y, cb, cr) = LinearChannel.channels(
        of: encoding.coefficients(bitDepth: layout.bitDepth))
      let table = ArtworkColourTable(ArtworkColour(for: encoding))
      // Chroma of half width and height takes two texels a sample both ways, level 1's.
      let keepsChroma =
        layout.subsamplingX == 1 || (!isScaled && layout.subsamplingY == 1)
        || (isScaled && outline.width * outline.height <= Self.fullChromaPixelLimit)
      content = .lumaAndChroma(
        luma: Pyramid(
          of: picture, in: outline, by: table, as: [y], channels: 2, .full(isScaled: isScaled)),
        chroma: Pyramid(
          of: picture, in: outline, by: table, as: [cb, cr], channels: 4,
          layout.subsamplingX == 1
            ? .full(isScaled: isScaled)
            : .subsampled(
              isScaled: isScaled, isHalved: layout.subsamplingY == 2, finest: keepsChroma ? 0 : 1)))
    }
  }
}

extension Pyramid.Recipe {
  /// For what has a sample a pixel.
  fileprivate static func full(isScaled: Bool) -> Self {
    isScaled ? Self(filter: .fiveOfFour) : Self(coarsest: 0)
  }

  /// For chroma that has half as many columns.
  ///
  /// - Parameter isHalved: whether it has half as many rows too: then artwork at up to 1.05 of its size, as a
  ///   face in a clip mostly shows it, is drawn from level 1.
  fileprivate static func subsampled(isScaled: Bool, isHalved: Bool, finest: Int) -> Self {
    isScaled
      ? Self(finest: finest, filter: .twoOfThree, defersFinest: isHalved && finest == 0)
      : Self(finest: finest, coarsest: finest)
  }
}

/// A channel of a target's colours as a weighted sum of R, G, B and 1, all in levels of 8 bit.
struct LinearChannel {
  let weights: SIMD3<Double>
  let offset: Double

  /// The kernels' view of it.
  var kernelChannel: ck_channel {
    ck_channel(red: weights.x, green: weights.y, blue: weights.z, offset: offset)
  }

  /// Y, Cb and Cr: the conversion is affine, so its values at black and at the primaries say all.
  static func channels(
    of k: YUVEncoding.Coefficients
  ) -> (y: LinearChannel, cb: LinearChannel, cr: LinearChannel) {
    let black = k.levels(red: 0, green: 0, blue: 0)
    let red = k.levels(red: 1, green: 0, blue: 0)
    let green = k.levels(red: 0, green: 1, blue: 0)
    let blue = k.levels(red: 0, green: 0, blue: 1)
    func channel(_ zero: Double, _ primaries: SIMD3<Double>) -> LinearChannel {
      LinearChannel(weights: (primaries - zero) / 255, offset: zero)
    }
    return (
      channel(black.y, [red.y, green.y, blue.y]), channel(black.cb, [red.cb, green.cb, blue.cb]),
      channel(black.cr, [red.cr, green.cr, blue.cr])
    )
  }
}
