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
        unsafe withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: Tile.height) { spans in
          let region = unsafe CoveredRegion(
            outline: outline, map: map, width: width, height: height, buffers: (first, second))
          let drawn = unsafe region.rows.clamped(to: rows)
          guard !drawn.isEmpty else { return }
          var top = drawn.lowerBound / Tile.height * Tile.height
          while top < drawn.upperBound {
            let band = drawn.clamped(to: top..<(top + Tile.height))
            // Which tiles are visited must not depend on the rows that are drawn: their cells are
            // drawn whole, so a tile may show what lies just outside the outline.
            let tileRows = unsafe region.rows.clamped(to: top..<(top + Tile.height))
            var (left, right) = (Int.max, 0)
            for y in tileRows {
              let span = unsafe region.columns(row: y)
              unsafe spans[y - top] = span
              if !span.isEmpty {
                (left, right) = (min(left, span.lowerBound), max(right, span.upperBound))
              }
            }
            var x = left == .max ? right : left / Tile.width * Tile.width
            while x < right {
              let tile = Tile(x: x, y: top)
              body(tile, unsafe Runs(tile: tile, rows: band, spans: spans))
              x += Tile.width
            }
            top += Tile.height
          }
        }
      }
    }
  }

  /// The parts of a tile's rows that may be touched.
  @safe struct Runs {
    fileprivate let tile: Tile
    /// The rows of the tile that are drawn.
    let rows: Range<Int>
    fileprivate let spans: UnsafeMutableBufferPointer<Range<Int>>

    fileprivate init(
      tile: Tile, rows: Range<Int>, spans: UnsafeMutableBufferPointer<Range<Int>>
    ) {
      (self.tile, self.rows) = (tile, rows)
      unsafe self.spans = unsafe spans
    }

    /// The columns of a row of the tile.
    func columns(row: Int) -> Range<Int> {
      unsafe spans[row - tile.y].clamped(to: tile.x..<(tile.x + Tile.width))
    }
  }
}
