internal import CKernels

/// Which cells of a tile, of 8 x 8 pixels each, can show anything of a texture, and in which of
/// them it is opaque.
///
/// Avatars are transparent for the most part: of the boxes around a mask's layers a third is seen.
/// A cell is left out only where all texels that its pixels could read are 0, and drawn without
/// blending only where they are all opaque, so this changes no byte. Asking takes an
/// eighth of the time of drawing a layer that is seen everywhere.
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

  /// Visits neighbouring cells of a row that are drawn alike.
  ///
  /// - Parameters:
  ///   - rows: the rows of the tile that are drawn.
  ///   - width: the columns there are.
  @inline(__always)
  func forEachBlock(rows: Range<Int>, width: Int, _ body: (ck_block) -> Void) {
    var row = rows.lowerBound
    while row < rows.upperBound {
      let index = (row - tile.y) / Self.side
      let end = min(tile.y + (index + 1) * Self.side, rows.upperBound)
      forEachBlock(rowOfCells: UInt32(index), width: width) { start, length, isOpaque, isInside in
        let x = tile.x + start * Self.side
        let columns = length * Self.side
        body(
          ck_block(
            x: Int32(x), y: Int32(row), columns: Int32(columns), rows: Int32(end - row),
            drawn: Int32(min(columns, width - x)), is_inside: isInside, is_opaque: isOpaque))
      }
      row = end
    }
  }

  @inline(__always)
  private func forEachBlock(
    rowOfCells row: UInt32, width: Int,
    _ body: (_ start: Int, _ length: Int, _ isOpaque: Bool, _ isInside: Bool) -> Void
  ) {
    let first = row * UInt32(Self.columns)
    // The cells that begin within the picture.
    let begun = min(Self.columns, (width - tile.x + Self.side - 1) / Self.side)
    var left = cells.visible >> first & (1 << UInt32(begun) - 1)
    // A single opaque cell is not worth a block of its own.
    let whole = cells.opaque >> first & (1 << UInt32(Self.columns) - 1)
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
      body(start, length, startsOpaque, isOutside & bits == 0)
    }
  }
}
