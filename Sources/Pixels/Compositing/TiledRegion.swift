/// A covered region, tile by tile.
struct TiledRegion {
  let outline: Outline
  let map: PlaneMap
  /// The plane's size.
  let width, height: Int

  /// Visits the tiles that may be touched.
  ///
  /// - Parameters:
  ///   - rows: the plane's rows that are drawn.
  ///   - body: gets a tile, and the runs of its rows that may be touched.
  func forEachTile(rows: Range<Int>, _ body: (Tile, Runs) -> Void) {
    typealias Corner = SIMD3<Double>
    let capacity = unsafe CoveredRegion.capacity
    unsafe withUnsafeTemporaryAllocation(of: Corner.self, capacity: capacity) { first in
      unsafe withUnsafeTemporaryAllocation(of: Corner.self, capacity: capacity) { second in
        let region = unsafe CoveredRegion(
          outline: outline, map: map, width: width, height: height, buffers: (first, second))
        let drawn = unsafe region.rows.clamped(to: rows)
        guard !drawn.isEmpty else { return }
        var top = drawn.lowerBound / Tile.height * Tile.height
        while top < drawn.upperBound {
          let band = top..<(top + Tile.height)
          // Which tiles are visited must not depend on the rows that are drawn: their cells are
          // drawn whole, so a tile may show what lies just outside the outline.
          let columns = unsafe region.columns(rows: region.rows.clamped(to: band))
          var x = columns.lowerBound / Tile.width * Tile.width
          while x < columns.upperBound {
            let tile = Tile(x: x, y: top)
            body(tile, unsafe Runs(tile: tile, rows: drawn.clamped(to: band), region: region))
            x += Tile.width
          }
          top += Tile.height
        }
      }
    }
  }

  /// The parts of a tile's rows that may be touched.
  @safe struct Runs {
    private let tile: Tile
    /// The rows of the tile that are drawn.
    let rows: Range<Int>
    private let region: CoveredRegion

    fileprivate init(tile: Tile, rows: Range<Int>, region: CoveredRegion) {
      (self.tile, self.rows) = (tile, rows)
      unsafe self.region = unsafe region
    }

    func columns(row: Int) -> Range<Int> {
      unsafe region.columns(rows: row..<(row + 1)).clamped(to: tile.x..<(tile.x + Tile.width))
    }
  }
}
