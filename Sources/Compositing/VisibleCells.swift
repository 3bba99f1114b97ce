internal import CKernels

/// Which cells of a tile, of 8 x 8 pixels each, can show anything of a texture, and in which of
/// them it is opaque.
///
/// Avatars are transparent for the most part: of the boxes around a mask's layers a third is seen.
/// A cell is left out only where all texels that its pixels could read are 0, and drawn without
/// blending only where they are all opaque, so this changes no byte. Asking once for 64 pixels
/// costs a hundredth of sampling them.
struct VisibleCells {
  /// Pixels to a cell's side: as many as the kernels take at a time.
  static let side = Int(CK_CELL_SIDE)
  private static let columns = Int(CK_TILE_COLUMNS)

  private let tile: Tile
  private let cells: ck_cells

  /// Takes the cells of a tile that are to be drawn.
  init(tile: Tile, _ cells: ck_cells) {
    (self.tile, self.cells) = (tile, cells)
  }

  /// Whether nothing of the tile can be seen.
  var isEmpty: Bool { cells.visible == 0 }

  /// Neighbouring cells of a row that are drawn alike.
  struct Run {
    /// The pixels of the cells; what is sampled.
    let cells: Range<Int>
    /// Those of them that are drawn.
    let columns: Range<Int>
    /// Whether all their taps are known to lie before the horizon and within the level.
    let isInside: Bool
    /// Whether all their samples are known to be opaque.
    let isOpaque: Bool
  }

  /// Visits the parts of a row that can show anything.
  @inline(__always)
  func forEachRun(row: Int, in columns: Range<Int>, _ body: (Run) -> Void) {
    let first = UInt32((row - tile.y) / Self.side * Self.columns)
    let mask: UInt32 = 1 << UInt32(Self.columns) - 1
    var left = cells.visible >> first & mask
    // A single opaque cell is not worth a call of its own.
    let whole = cells.opaque >> first & mask
    let isOpaque = whole & (whole << 1 | whole >> 1)
    let isOutside = ~(cells.inside >> first)
    while left != 0 {
      let start = left.trailingZeroBitCount
      let startsOpaque = isOpaque >> UInt32(start) & 1 == 1
      // What is drawn like the first cell.
      let alike = left & (startsOpaque ? isOpaque : ~isOpaque)
      let length = (~(alike >> UInt32(start))).trailingZeroBitCount
      let bits: UInt32 = (1 << UInt32(length) - 1) << UInt32(start)
      left &= ~bits
      let x = tile.x + start * Self.side
      let cells = x..<(x + length * Self.side)
      let drawn = cells.clamped(to: columns)
      if !drawn.isEmpty {
        body(
          Run(
            cells: cells, columns: drawn, isInside: isOutside & bits == 0, isOpaque: startsOpaque))
      }
    }
  }
}
