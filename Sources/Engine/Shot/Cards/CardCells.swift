package import Timelines

/// The light on a print in cells, as one frame tells it: the ratio of frame to file, linear, in each channel.
package struct CardCells: Sendable {
  /// Cells in a row.
  package let columns: Int
  /// The cells, row by row.
  package let cells: [SIMD3<Float>]

  package var rows: Int { cells.count / columns }

  init(columns: Int, cells: [SIMD3<Float>]) {
    (self.columns, self.cells) = (columns, cells)
  }

  /// Takes what a frame shows; nil where it shows no cell.
  ///
  /// Empty cells get the mean of their neighbours.
  package init?(_ look: CardLook) {
    let columns = look.cellColumns
    guard columns > 0 else { return nil }
    var cells = look.cells.map { cell in
      cell.flatMap { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite ? $0 : nil }
    }
    guard cells.contains(where: { $0 != nil }) else { return nil }
    let rows = cells.count / columns
    while cells.contains(where: { $0 == nil }) {
      let before = cells
      for index in cells.indices where before[index] == nil {
        let (x, y) = (index % columns, index / columns)
        var (sum, count) = (SIMD3<Float>.zero, Float(0))
        for row in max(y - 1, 0)...min(y + 1, rows - 1) {
          for column in max(x - 1, 0)...min(x + 1, columns - 1) {
            guard let known = before[row * columns + column] else { continue }
            sum += known
            count += 1
          }
        }
        if count > 0 { cells[index] = sum / count }
      }
    }
    (self.columns, self.cells) = (columns, cells.compactMap(\.self))
  }

  /// The share of light that ink keeps of the file's colours: the median over the best-lit looks of a card.
  ///
  /// - Parameter looks: spread over the card's samples.
  package static func divisor(of looks: [CardCells]) -> SIMD3<Float> {
    let lit = looks.map { (cells: $0.cells, level: $0.cells.map(luminance).median ?? 0) }
      .sorted { $0.level > $1.level }
    let best = lit.prefix(max(1, (lit.count + 7) / 8)).flatMap(\.cells)
    guard !best.isEmpty else { return SIMD3(repeating: 1) }
    let found = best.medians
    let level = luminance(found)
    guard level > 0, level.isFinite, found.min() > 0 else { return SIMD3(repeating: 1) }
    return found * (min(max(level, levels.lowerBound), levels.upperBound) / level)
  }

  /// The luminance that a divisor keeps: beyond it, the clip is dark or bright rather than the ink.
  private static let levels: ClosedRange<Float> = 0.6...1.6

  static func luminance(_ colour: SIMD3<Float>) -> Float {
    (colour * LightTables.luminance).sum()
  }
}

extension PrintLight {
  /// The light that one frame alone tells of a card; nil where it tells none.
  init?(_ look: CardLook) {
    guard let cells = CardCells(look) else { return nil }
    self.init(cells.cells, columns: cells.columns, by: CardCells.divisor(of: [cells]))
  }

  init(_ cells: [SIMD3<Float>], columns: Int, by divisor: SIMD3<Float>) {
    self.init(
      columns: columns, rows: cells.count / columns, factors: cells.map { $0 / divisor })
  }
}

extension [SIMD3<Float>] {
  /// The median of each component; 0 of none.
  var medians: SIMD3<Float> {
    SIMD3(map(\.x).median ?? 0, map(\.y).median ?? 0, map(\.z).median ?? 0)
  }
}
