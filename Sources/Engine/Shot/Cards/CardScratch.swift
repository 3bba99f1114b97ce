/// Memory for the fit of a card in one grid.
final class CardScratch {
  let grid: CardGrid
  let patch: CardPatch
  /// The print, blurred as the frame is.
  let ink: Cells<SIMD4<Float>>
  /// The frame in the card's own light: what an uncovered print is equal to but for local light.
  let seen: Cells<SIMD4<Float>>
  let between: Cells<SIMD4<Float>>
  let frameDetail, printDetail: DetailScratch
  /// Of each cell: the weight and its products with print and frame, summed over channels; and their sums over
  /// windows.
  let terms, sums, between8: Cells<SIMD8<Float>>
  /// The local light: a factor, and what is added.
  let light: Cells<SIMD2<Float>>
  /// How much speaks for cover: of the surroundings, of the cell; above 1 it is taken for it.
  let about, near, own, score: Cells<Float>
  /// What is added to the light, in the card's.
  let added: Cells<Float>
  let between2: Cells<SIMD2<Float>>
  let between1, means: Cells<Float>
  /// 1 where a cell is covered; and memory.
  let flags, marks, around, around2: Cells<UInt8>
  /// Columns and rows at the edge that the blur mixes with what is beside the print.
  var rim = (x: 1, y: 1)
  var queue: [Int32] = []

  init(_ grid: CardGrid) {
    self.grid = grid
    patch = CardPatch(grid)
    ink = Cells(grid.count, .zero)
    seen = Cells(grid.count, .zero)
    between = Cells(grid.count, .zero)
    frameDetail = DetailScratch(grid)
    printDetail = DetailScratch(grid)
    terms = Cells(grid.count, .zero)
    sums = Cells(grid.count, .zero)
    between8 = Cells(grid.count, .zero)
    light = Cells(grid.count, .zero)
    about = Cells(grid.count, 0)
    near = Cells(grid.count, 0)
    own = Cells(grid.count, 0)
    score = Cells(grid.count, 0)
    added = Cells(grid.count, 0)
    between2 = Cells(grid.count, .zero)
    between1 = Cells(grid.count, 0)
    means = Cells(grid.count, 0)
    around = Cells(grid.count, 0)
    around2 = Cells(grid.count, 0)
    flags = Cells(grid.count, 0)
    marks = Cells(grid.count, 0)
  }
}
