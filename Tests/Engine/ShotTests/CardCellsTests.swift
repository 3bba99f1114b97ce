import Shot
import Testing
import Timelines

/// The light on a card in cells: what fills empty ones, and what it is divided by.
@Suite struct CardCellsTests {
  private func look(_ cells: [SIMD3<Float>?]) -> CardLook {
    CardLook(cells: cells, cellColumns: 8)
  }

  @Test func `empty cells get what their neighbours have, and a look of none is nil`() throws {
    var cells = [SIMD3<Float>?](repeating: SIMD3(0.5, 0.4, 0.3), count: 88)
    for index in 20..<60 { cells[index] = nil }
    let filled = try #require(CardCells(look(cells)))
    #expect(filled.columns == 8 && filled.rows == 11)
    for cell in filled.cells { #expect(abs(cell.x - 0.5) < 1e-5 && abs(cell.z - 0.3) < 1e-5) }
    #expect(CardCells(look([SIMD3<Float>?](repeating: nil, count: 88))) == nil)
    #expect(CardCells(look([SIMD3<Float>?](repeating: SIMD3(.nan, 1, 1), count: 88))) == nil)
  }

  /// Looks at a card in a light, whose ink keeps a share of the file's colours.
  private func looks(_ light: [Float], ink: SIMD3<Float>) throws -> [CardCells] {
    try light.map { level in
      try #require(CardCells(look([SIMD3<Float>?](repeating: ink * level, count: 88))))
    }
  }

  @Test func `what ink takes is divided out, and what the room takes is not`() throws {
    let ink = SIMD3<Float>(0.9, 0.8, 0.7)
    let dark = try looks(
      [1, 1, 1, 1, 1, 1, 1, 1, 0.3, 0.2, 0.5, 0.1, 0.4, 0.2, 0.3, 0.1], ink: ink)
    let divisor = CardCells.divisor(of: dark)
    #expect(
      abs(divisor.x - 0.9) < 1e-4 && abs(divisor.y - 0.8) < 1e-4 && abs(divisor.z - 0.7) < 1e-4)
    // A card that is dark all the time keeps a luminance of 0.6 at least, in the same colour.
    let always = CardCells.divisor(of: try looks([0.1, 0.1], ink: ink))
    #expect(abs((always * LightTables.luminance).sum() - 0.6) < 1e-4)
    #expect(abs(always.x / always.z - 0.9 / 0.7) < 1e-4)
    let bright = CardCells.divisor(of: try looks([4], ink: ink))
    #expect(abs((bright * LightTables.luminance).sum() - 1.6) < 1e-4)
    #expect(CardCells.divisor(of: []) == SIMD3(repeating: 1))
  }
}
