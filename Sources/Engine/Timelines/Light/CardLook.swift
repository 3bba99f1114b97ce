package import Geometry
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

  /// Makes a look; without more it tells of nothing but light.
  package init(
    cells: [SIMD3<Float>?], cellColumns: Int, cover: Matte? = nil, blur: SIMD2<Float> = .zero,
    burnt: BurntMap? = nil
  ) {
    (self.cells, self.cellColumns) = (cells, cellColumns)
    (self.cover, self.blur, self.burnt) = (cover, blur, burnt)
  }
}

/// A look at a card, and where in which picture it is.
package struct RecordedLook: Sendable {
  package let look: CardLook
  package let corners: Quad<OutputSpace>
  package let size: PixelSize<OutputSpace>

  package init(
    _ look: CardLook, at corners: Quad<OutputSpace>, of size: PixelSize<OutputSpace>
  ) {
    (self.look, self.corners, self.size) = (look, corners, size)
  }

  /// The look, where the card is at the same corners of a picture of the same size.
  package func look(
    at corners: Quad<OutputSpace>, of size: PixelSize<OutputSpace>
  ) -> CardLook? {
    self.corners == corners && self.size == size ? look : nil
  }
}

/// How much of each place of a card is burnt out, in a grid over the print: columns along its width.
package struct BurntMap: Hashable, Sendable {
  /// Cells along the print's width and height.
  package let columns, rows: Int
  /// The share, 0...1, row by row.
  package let shares: [Float]

  package init(columns: Int, rows: Int, shares: [Float]) {
    (self.columns, self.rows, self.shares) = (columns, rows, shares)
  }
}
