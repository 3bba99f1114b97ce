package import Matting

/// What one frame shows of one card.
package struct CardLook: Sendable {
  /// How much of each pixel something that lies on the print covers; nil where nothing does.
  package var cover: Matte?
  /// The light on the print, per channel the median of frame / print in linear light, row by row: 8 x 11 cells of a
  /// print that is higher than wide, 11 x 8 of one that is wider; nil where too little of a cell is seen.
  package var cells: [SIMD3<Float>?]
  /// Columns of `cells`.
  package var cellColumns: Int
  /// The standard deviation of the print's blur along the frame's x and y, in pixels: 0...6.
  package var blur: SIMD2<Float>
  /// Where the frame is burnt out and the print is not; nil where it is nowhere.
  package var burnt: BurntMap?
  /// Whether the frame shows the print at all.
  package var isOfPrint = false

  /// What a frame shows that does not show the card.
  static func empty(_ print: CardPrint) -> CardLook {
    let columns = print.isLandscape ? 11 : 8
    return CardLook(
      cover: nil, cells: [SIMD3<Float>?](repeating: nil, count: 88), cellColumns: columns,
      blur: .zero,
      burnt: nil)
  }
}

/// How much of each place of a card is burnt out, in a grid over the print: columns along its width.
package struct BurntMap: Hashable, Sendable {
  /// Cells along the print's width and height.
  package let columns, rows: Int
  /// The share, 0...1, row by row.
  package let shares: [Float]
}
