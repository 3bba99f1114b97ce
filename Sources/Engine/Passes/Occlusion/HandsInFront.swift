import Geometry
import Matting
import Placement
import Timelines

/// Finds what of a picture the hands in it cover, so that avatars can be drawn behind them.
///
/// A hand's outline is that of its bones, as thick as fingers are at its scale. Near it colours decide, as
/// far as they are clear: those of what surely is the hand against those around it. All of it depends on
/// the frame alone.
struct HandsInFront {
  /// How far around a hand it is looked at, in millimetres.
  private static let margin: Float = 45
  /// Cells deeper within the outline than this surely are the hand, and those farther outside surely are
  /// not, in millimetres.
  private static let (core, ring): (Float, Float) = (3, 8)
  /// How far outlines and colours are trusted: a forearm's outline less than a hand's.
  private static let handTrust = ScoreField.Trust(softness: 2.5, colours: 1.5, band: 8)
  private static let armTrust = ScoreField.Trust(softness: 4, colours: 1.5, band: 14)

  /// Makes it; nil where hands are not asked for.
  init?(_ occluders: Occluders) {
    guard occluders.contains(.hands) else { return nil }
  }

  /// What the hands cover of an area; nil where there are none in it.
  ///
  /// - Parameter colours: gives the colours of a grid's cells, in the picture before avatars are drawn.
  func matte(
    of state: FrameState, in area: PixelArea, colours: (MatteGrid) -> CellColours
  ) -> Matte? {
    let hands = state.hands.compactMap { seen -> (figure: HandFigure, grid: MatteGrid, Double)? in
      guard seen.opacity > 0, let hand = HandFigure(seen.hand, in: state.output),
        let grid = Self.grid(around: hand, of: state.output.output), Self.meet(grid, area)
      else { return nil }
      return (hand, grid, seen.opacity)
    }
    guard let part = Self.part(of: area, under: hands.map(\.grid)) else { return nil }
    var matte = Matte(columns: part.columns, rows: part.rows)
    // One hand after the other, since each needs some numbers a cell.
    for (hand, grid, opacity) in hands {
      Self.scores(of: hand, on: grid, colours(grid)).cover(&matte, opacity: opacity)
    }
    return matte
  }

  /// How sure it is of each cell that the hand covers it.
  private static func scores(
    of hand: HandFigure, on grid: MatteGrid, _ colours: CellColours
  ) -> ScoreField {
    let shape = hand.shape(on: grid)
    var around = ShapeField(grid)
    around.add(Forearm.surroundings(of: hand))
    let evidence = ColourEvidence(colours) { cell in
      let depth = shape.distances[cell]
      return depth > core ? true : depth < -ring && around.distances[cell] < 0 ? false : nil
    }
    var scores = ScoreField(grid)
    scores.add(shape, evidence, handTrust)
    if let arm = Forearm(of: hand, on: grid, evidence).capsule {
      var field = ShapeField(grid)
      field.add(arm)
      scores.add(field, evidence, armTrust)
    }
    return scores
  }

  /// Where a hand and its forearm may be seen; nil where that is not in the picture.
  private static func grid(
    around hand: HandFigure, of size: PixelSize<OutputSpace>
  ) -> MatteGrid? {
    let places = (hand.joints + Forearm.ends(hand)).map { place in
      Point2<OutputSpace>(
        hand.wrist.x + Double(place.x) / hand.unit.x, hand.wrist.y + Double(place.y) / hand.unit.y)
    }
    let (across, down) = (Double(margin) / hand.unit.x, Double(margin) / hand.unit.y)
    guard let box = Rectangle(around: places) else { return nil }
    // Cells of 1.6 millimetres or, of few pixels, up to twice as large: a finger is some ten of them
    // thick.
    let side = Int((1.6 * hand.pixels).rounded(.up))
    return MatteGrid(
      over: box.grown(left: across, top: down, right: across, bottom: down), of: size, side: side,
      origin: hand.wrist, unit: hand.unit)
  }

  private static func meet(_ grid: MatteGrid, _ area: PixelArea) -> Bool {
    part(of: area, under: [grid]) != nil
  }

  /// The part of an area that grids cover together; nil where there is none.
  private static func part(of area: PixelArea, under grids: [MatteGrid]) -> PixelArea? {
    func pixels(_ cells: (MatteGrid) -> Range<Int>, in area: Range<Int>) -> Range<Int> {
      let first = grids.map { cells($0).lowerBound * $0.side }.min() ?? 0
      let end = grids.map { cells($0).upperBound * $0.side }.max() ?? 0
      // Whole chroma samples, as the area has them.
      return (first & ~1..<(end + 1) & ~1).clamped(to: area)
    }
    return PixelArea(
      columns: pixels(\.columns, in: area.columns), rows: pixels(\.rows, in: area.rows))
  }
}
