internal import CKernels
public import Geometry
internal import Imaging

/// Layers that are drawn on one picture together, from the bottom up.
///
/// Together they are cheaper than one by one: of a mask over a mane, the mane is not drawn where
/// opaque cells of the mask will hide it: 28 to 30 % of all cells that the dragon's and the ox's
/// layers show. The bytes are the same, but of sketches. Keep a stack and fill it anew for every frame:
/// it keeps its memory.
public struct LayerStack {
  /// A texture at its place.
  struct Layer {
    let texture: Texture
    let homography: Homography<ArtworkSpace, OutputSpace>
    let opacity: Double
    let blend: Compositor.BlendMode
  }

  private(set) var layers: [Layer] = []

  /// Whether it has no layer.
  package var isEmpty: Bool { layers.isEmpty }
  /// The layers that can be seen, placed on the planes of a picture.
  private(set) var placed: [(layer: PlacedLayer, blend: Compositor.BlendMode)] = []
  /// What is drawn of each placed layer in normal mode, on the first plane and on the chroma planes.
  private(set) var tiles: (first: TileTable, chroma: TileTable) = (TileTable(), TileTable())

  /// How near to the ideal packed pixels are sampled.
  private let fineness: SamplingPlan.Fineness

  /// Makes a stack of no layers.
  public init() { fineness = .luma }

  /// Makes a stack whose layers may be drawn on packed pixels as sketches are, with a sixth to a third of
  /// the taps where they are shrunk by more than 3.6: 34 to 42 dB from the truth there, where a drawing
  /// has 43 to 57.
  package init(sketching: Bool) { fineness = sketching ? .sketch : .luma }

  /// Takes all layers off.
  public mutating func removeAll() {
    layers.removeAll(keepingCapacity: true)
    placed.removeAll(keepingCapacity: true)
  }

  /// Puts a layer on top, with the parameters of `Compositor.draw`.
  public mutating func append(
    _ texture: Texture, at homography: Homography<ArtworkSpace, OutputSpace>,
    opacity: Double = 1, blend: Compositor.BlendMode = .normal
  ) {
    layers.append(
      Layer(texture: texture, homography: homography, opacity: opacity, blend: blend))
  }
}

extension LayerStack {
  /// Places the layers on a picture, and finds out what of each is to be drawn.
  mutating func findTiles(on format: PixelFormat, width: Int, height: Int) {
    placed.removeAll(keepingCapacity: true)
    for layer in layers {
      let place = PlacedLayer(
        layer.texture, at: layer.homography, opacity: layer.opacity, on: format, width: width,
        height: height, fineness: fineness)
      if let place { placed.append((place, layer.blend)) }
    }
    let chroma = format.shape(ofPlane: 1, width: width, height: height)
    tiles.first.reset(layers: placed.count, width: width, height: height)
    tiles.chroma.reset(layers: placed.count, width: chroma.width, height: chroma.height)
    for index in placed.indices.reversed() { findTiles(of: index) }
  }

  private mutating func findTiles(of index: Int) {
    guard placed[index].blend == .normal else {
      // Other modes read luma where they write chroma and the other way round, whatever of that is
      // hidden later.
      tiles.first.uncover()
      tiles.chroma.uncover()
      return
    }
    switch placed[index].layer {
    case .packed(let sampler, let region):
      tiles.first.put(sampler, in: region, layer: index)
    case .yuv(let layer):
      tiles.first.put(
        layer.lumaSampler(at: layer.lumaMap), in: layer.lumaRegion, layer: index)
      tiles.chroma.put(
        layer.chromaSampler(at: layer.chromaMap), in: layer.chromaRegion, layer: index)
    }
  }
}
