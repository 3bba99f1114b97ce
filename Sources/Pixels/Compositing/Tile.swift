internal import CKernels

/// A rectangle of a plane whose pixels are sampled alike.
struct Tile {
  /// Wide enough that the call of a kernel costs little, small enough that the footprint hardly
  /// changes within, and that the samples of a row stay on the stack.
  static let width = Int(CK_TILE_COLUMNS * CK_CELL_SIDE)
  static let height = Int(CK_TILE_ROWS * CK_CELL_SIDE)

  let x, y: Int
  var width = Tile.width
  var height = Tile.height
}

/// How a tile is divided where perspective changes the footprint much within it.
///
/// A tile has one footprint, that of its middle. In strong perspective it is half as large again at
/// one edge and blurs or aliases there: artwork shrunk 1.7 to 8 times over 170 rows came to 36 dB
/// with whole tiles, and comes to 42 in parts. On faces in real recordings the weight changes by 1 to
/// 2 % over a tile, and nothing is divided.
struct TileDivision {
  /// The most that the weight may change over a part, of its smallest value in the tile.
  private static let change = 1.0 / 24
  /// Where a pixel spans fewer texels each way, it takes one sample whatever its footprint; half of
  /// that in a tile's middle, and the tile is left whole, though a horizon may be near.
  private static let texels = 1.2

  let tile: Tile
  /// Parts to the right and down: powers of two.
  let columns, rows: Int

  /// Divides a tile; the answer depends on its place in the plane alone.
  init(of tile: Tile, _ map: PlaneMap) {
    self.tile = tile
    let w = map.backward.w
    let across = w.x.magnitude * Double(tile.width)
    let down = w.y.magnitude * Double(tile.height)
    guard across + down > 0 else {
      (columns, rows) = (1, 1)
      return
    }
    let middle = SIMD2(
      Double(tile.x) + Double(tile.width) / 2, Double(tile.y) + Double(tile.height) / 2)
    let weight = w.x * middle.x + w.y * middle.y + w.z
    let least = weight - (across + down) / 2
    guard across + down > Self.change * least, Self.isShrunk(map, at: middle, least / weight) else {
      (columns, rows) = (1, 1)
      return
    }
    func parts(_ change: Double, of cells: Int32) -> Int {
      var parts = 1
      while parts < Int(cells), change > Self.change * least * Double(parts) { parts *= 2 }
      return parts
    }
    columns = parts(across, of: Int32(CK_TILE_COLUMNS))
    rows = parts(down, of: Int32(CK_TILE_ROWS))
  }

  /// Whether some pixel of a tile spans more than a texel, or the tile reaches the horizon.
  ///
  /// - Parameter nearness: the smallest weight in the tile, of that in its middle: footprints grow
  ///   with its square at most.
  private static func isShrunk(
    _ map: PlaneMap, at middle: SIMD2<Double>, _ nearness: Double
  ) -> Bool {
    guard let footprint = map.footprint(x: middle.x, y: middle.y) else { return true }
    let nearness = max(nearness, 0)
    return max(footprint.right.length, footprint.down.length) > texels
      * max(0.5, nearness * nearness)
  }

  /// Whether the tile is one part.
  private var isWhole: Bool { columns == 1 && rows == 1 }

  struct Part {
    let tile: Tile
    /// Its cells, a bit each, as `ck_cells` has them.
    let cells: UInt32
  }

  @inline(__always)
  func forEachPart(_ body: (Part) -> Void) {
    if isWhole { return body(Part(tile: tile, cells: .max)) }
    let (width, height) = (tile.width / columns, tile.height / rows)
    let across = Int(CK_TILE_COLUMNS) / columns
    let down = Int(CK_TILE_ROWS) / rows
    for row in 0..<rows {
      for column in 0..<columns {
        var cells: UInt32 = 0
        for y in (row * down)..<((row + 1) * down) {
          let first = UInt32(y * Int(CK_TILE_COLUMNS) + column * across)
          cells |= (1 << UInt32(across) - 1) << first
        }
        body(
          Part(
            tile: Tile(
              x: tile.x + column * width, y: tile.y + row * height, width: width, height: height),
            cells: cells))
      }
    }
  }
}
