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
  /// The layers that can be seen, placed on the planes of a picture.
  private(set) var placed: [(layer: PlacedLayer, blend: Compositor.BlendMode)] = []
  /// The cells to draw of each placed layer, for each plane that is sampled apart.
  private(set) var cells: (first: CellTable, chroma: CellTable) = (CellTable(), CellTable())

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
  mutating func findCells(on format: PixelFormat, width: Int, height: Int) {
    placed.removeAll(keepingCapacity: true)
    for layer in layers {
      let place = PlacedLayer(
        layer.texture, at: layer.homography, opacity: layer.opacity, on: format, width: width,
        height: height, fineness: fineness)
      if let place { placed.append((place, layer.blend)) }
    }
    let chroma = format.shape(ofPlane: 1, width: width, height: height)
    cells.first.reset(layers: placed.count, width: width, height: height)
    cells.chroma.reset(layers: placed.count, width: chroma.width, height: chroma.height)
    for index in placed.indices.reversed() { findCells(of: index) }
  }

  /// The cells of a placed layer in normal mode.
  func cells(of index: Int) -> StackedCells {
    StackedCells(
      first: StackedCells.PlaneCells(layer: index, table: cells.first),
      chroma: StackedCells.PlaneCells(layer: index, table: cells.chroma))
  }

  private mutating func findCells(of index: Int) {
    guard placed[index].blend == .normal else {
      // Other modes read luma where they write chroma and the other way round, whatever of that is
      // hidden later.
      cells.first.uncover()
      cells.chroma.uncover()
      return
    }
    switch placed[index].layer {
    case .packed(let sampler, let region):
      cells.first.put(sampler, in: region, layer: index)
    case .yuv(let layer):
      cells.first.put(
        layer.lumaSampler(at: layer.lumaMap), in: layer.lumaRegion, layer: index)
      cells.chroma.put(
        layer.chromaSampler(at: layer.chromaMap), in: layer.chromaRegion, layer: index)
    }
  }
}

/// The cells of one layer of a stack.
struct StackedCells {
  /// On the first plane, and on the chroma planes.
  let first, chroma: PlaneCells

  /// On one plane.
  ///
  /// A type rather than a closure, whose context would be a heap allocation for every layer.
  struct PlaneCells {
    let layer: Int
    let table: CellTable

    /// Those of a tile.
    subscript(tile: Tile) -> ck_cells { table.cells(layer: layer, tile: tile) }
  }
}

/// Of each layer and each tile of a plane, the cells to draw.
struct CellTable {
  private var columns = 0
  private var tiles = 0
  private var cells: [ck_cells] = []
  /// Of each tile, the cells that layers above hide.
  private var hidden: [UInt32] = []

  /// Makes room for the tiles of a plane; nothing is hidden.
  mutating func reset(layers: Int, width: Int, height: Int) {
    columns = (width + Tile.width - 1) / Tile.width
    tiles = columns * ((height + Tile.height - 1) / Tile.height)
    let count = layers * tiles
    if cells.count < count {
      cells += [ck_cells](repeating: ck_cells(), count: count - cells.count)
    }
    if hidden.count < tiles { hidden += [UInt32](repeating: 0, count: tiles - hidden.count) }
    uncover()
  }

  /// Forgets what is hidden: what lies below is to be drawn whole.
  mutating func uncover() {
    for i in hidden.indices { hidden[i] = 0 }
  }

  /// Finds the cells of a layer that no layer above hides.
  ///
  /// Its opaque ones hide what lies below; what is hidden is not even looked up.
  mutating func put(_ sampler: TextureSampler, in region: TiledRegion, layer: Int) {
    sampler.forEachTile(in: region) {
      ~hidden[place(of: $0)]
    } _: { tile, found in
      put(found, layer: layer, tile: tile)
    }
  }

  /// Keeps the cells of a layer's tile that no layer above hides, and has its opaque ones hide what
  /// lies below.
  private mutating func put(_ found: ck_cells, layer: Int, tile: Tile) {
    let place = place(of: tile)
    var found = found
    found.visible &= ~hidden[place]
    hidden[place] |= found.opaque
    cells[layer * tiles + place] = found
  }

  /// The cells of a layer's tile to draw.
  func cells(layer: Int, tile: Tile) -> ck_cells { cells[layer * tiles + place(of: tile)] }

  private func place(of tile: Tile) -> Int {
    tile.y / Tile.height * columns + tile.x / Tile.width
  }
}
