internal import CKernels

/// What a stack's layers draw on one plane: tiles, each with all that the kernels need.
@safe struct TileTable {
  private var columns = 0
  // What they point to is kept by the textures of the stack's layers.
  private var tiles = unsafe [ck_tile]()
  private var taps: [ck_tap] = []
  /// The tiles of each layer.
  private var ranges: [Range<Int>] = []
  /// Of each tile of the plane, the cells that layers above hide.
  private var hidden: [UInt32] = []

  /// Makes room for the tiles of a plane; nothing is hidden.
  mutating func reset(layers: Int, width: Int, height: Int) {
    columns = (width + Tile.width - 1) / Tile.width
    let count = columns * ((height + Tile.height - 1) / Tile.height)
    unsafe tiles.removeAll(keepingCapacity: true)
    taps.removeAll(keepingCapacity: true)
    // For layers that fill the plane, so that no later frame has to make room; of what is not used no memory is
    // taken. Only in strong perspective, and with more than four taps a pixel, there may be more.
    unsafe tiles.reserveCapacity(layers * count)
    taps.reserveCapacity(4 * layers * count)
    ranges.removeAll(keepingCapacity: true)
    ranges.append(contentsOf: repeatElement(0..<0, count: layers))
    hidden.removeAll(keepingCapacity: true)
    hidden.append(contentsOf: repeatElement(0, count: count))
  }

  /// Forgets what is hidden: what lies below is to be drawn whole.
  mutating func uncover() {
    for i in hidden.indices { hidden[i] = 0 }
  }

  /// Finds what is drawn of a layer: the cells that no layer above hides.
  ///
  /// Its opaque ones hide what lies below; what is hidden is not even looked up.
  mutating func put(_ sampler: TextureSampler, in region: TiledRegion, layer: Int) {
    let start = unsafe tiles.count
    let columns = columns
    func place(_ x: Int, _ y: Int) -> Int { y / Tile.height * columns + x / Tile.width }
    unsafe sampler.forEachTile(in: region, rows: 0..<region.height) {
      ~hidden[place($0.x, $0.y)]
    } _: { tile, taps in
      var tile = unsafe tile
      unsafe hidden[place(Int(tile.x), Int(tile.y))] |= tile.cells.opaque
      unsafe tile.first_tap = Int32(self.taps.count)
      unsafe self.taps.append(contentsOf: taps)
      unsafe tiles.append(tile)
    }
    ranges[layer] = unsafe start..<tiles.count
  }

  func draw(layer: Int, on target: PlaneTarget) {
    unsafe tiles.withUnsafeBufferPointer { tiles in
      unsafe taps.withUnsafeBufferPointer { taps in
        guard let firstTile = tiles.baseAddress, let firstTap = taps.baseAddress else { return }
        for index in ranges[layer] {
          let tile = unsafe firstTile + index
          unsafe target.draw(tile, taps: firstTap + Int(tile.pointee.first_tap))
        }
      }
    }
  }
}
