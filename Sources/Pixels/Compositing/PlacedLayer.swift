internal import Geometry
internal import Imaging

/// A texture placed on the planes of a picture.
enum PlacedLayer {
  /// On packed pixels.
  case packed(TextureSampler, TiledRegion)
  /// On Y'CbCr.
  case yuv(YUVLayer)

  /// Places a texture; nil where nothing of it can be seen.
  ///
  /// The picture has the texture's format.
  init?(
    _ texture: Texture, at homography: Homography<ArtworkSpace, OutputSpace>, opacity: Double,
    on format: PixelFormat, width: Int, height: Int, fineness: SamplingPlan.Fineness = .luma
  ) {
    guard opacity > 0 else { return nil }
    let opacity = min(opacity, 1)
    switch (texture.content, format) {
    case (.colour(let pyramid), _):
      guard let map = PlaneMap(homography, outline: texture.outline) else { return nil }
      self = .packed(
        TextureSampler(pyramid: pyramid, map: map, opacity: opacity, fineness: fineness),
        TiledRegion(outline: texture.outline, map: map, width: width, height: height))

    case (.lumaAndChroma(let luma, let chroma), .yuv(let layout, let encoding)):
      guard
        let lumaMap = PlaneMap(homography, outline: texture.outline),
        let chromaMap = PlaneMap(
          homography, outline: texture.outline,
          subsampling: SIMD2(Double(layout.subsamplingX), Double(layout.subsamplingY)),
          origin: encoding.chromaOrigin(layout))
      else { return nil }
      let shape = format.shape(ofPlane: 1, width: width, height: height)
      self = .yuv(
        YUVLayer(
          luma: luma, chroma: chroma, lumaMap: lumaMap, chromaMap: chromaMap,
          chromaFineness: layout.subsamplingX == 1 ? .luma : .chroma, opacity: opacity,
          lumaRegion: TiledRegion(
            outline: texture.outline, map: lumaMap, width: width, height: height),
          chromaRegion: TiledRegion(
            outline: texture.outline, map: chromaMap, width: shape.width, height: shape.height)))

    default:
      return nil  // an empty texture
    }
  }
}

/// A texture's two pyramids on the planes of a Y'CbCr picture.
struct YUVLayer {
  let luma, chroma: Pyramid
  let lumaMap, chromaMap: PlaneMap
  /// Chroma of full resolution is seen as sharp as luma is.
  let chromaFineness: SamplingPlan.Fineness
  let opacity: Double
  let lumaRegion, chromaRegion: TiledRegion

  /// The luma pyramid at the places of a plane's samples.
  func lumaSampler(at map: PlaneMap) -> TextureSampler {
    TextureSampler(pyramid: luma, map: map, opacity: opacity, fineness: .luma)
  }

  /// The chroma pyramid at the places of a plane's samples.
  func chromaSampler(at map: PlaneMap) -> TextureSampler {
    TextureSampler(pyramid: chroma, map: map, opacity: opacity, fineness: chromaFineness)
  }
}
