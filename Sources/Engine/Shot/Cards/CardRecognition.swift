/// Whether a frame shows a print at all: where it does not, nothing tells what lies on it, or which light.
enum CardRecognition {
  /// The most tiles along the columns and the rows, and the least cells of a tile's side: of fewer, those of any two
  /// pictures may be alike.
  private static let (mostColumns, mostRows, leastCells) = (4, 5, 10)
  /// The correlation from which on a tile shows the print, and the root of the mean square of detail, in powers of 2,
  /// from which on the print has any there.
  private static let (leastCorrelation, leastDetail): (Float, Float) = (0.55, 0.05)
  /// So many tiles have to show the print, and all with detail have to correlate so much in the mean.
  private static let (leastTiles, leastMean): (Int, Float) = (3, 0.1)

  /// Compares the detail of a frame with that of the print, blurred as the frame is.
  static func shows(_ seen: DetailScratch, _ print: DetailScratch, _ patch: CardPatch) -> Bool {
    let grid = seen.grid
    let columns = min(max(grid.columns / leastCells, 1), mostColumns)
    let rows = min(max(grid.rows / leastCells, 1), mostRows)
    var (alike, all, sum) = (0, 0, Float(0))
    for tile in 0..<columns * rows {
      let (tx, ty) = (tile % columns, tile / columns)
      var (own, other, product, count) = (Float(0), Float(0), Float(0), Float(0))
      // The edge shows what is beside the card.
      for y in 1 + (grid.rows - 2) * ty / rows..<1 + (grid.rows - 2) * (ty + 1) / rows {
        for x in 1 + (grid.columns - 2) * tx / columns..<1 + (grid.columns - 2) * (tx + 1) / columns
        {
          let cell = y * grid.columns + x
          guard patch.states[cell] != .outside else { continue }
          let (a, b) = (seen.detail[cell], print.detail[cell])
          own += a * a
          other += b * b
          product += a * b
          count += 1
        }
      }
      guard count > 0, other > Self.leastDetail * Self.leastDetail * count else { continue }
      let correlation = own > 0 ? product / (own * other).squareRoot() : 0
      all += 1
      sum += correlation
      if correlation > Self.leastCorrelation { alike += 1 }
    }
    return alike >= min(Self.leastTiles, columns * rows) && sum >= Self.leastMean * Float(all)
  }
}
