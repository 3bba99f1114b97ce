internal import CMatting

/// How sure it is of each cell that a shape covers it: 0 where that cannot be told, `sure` where it can.
package struct ScoreField: Sendable {
  /// How far the outline and the colours of a shape count.
  package struct Trust: Sendable {
    /// How far from the outline, in the shape's unit, a cell's score is 1.
    package var softness: Float
    /// What the evidence of colours is multiplied by.
    package var colours: Float
    /// How far from the outline colours count; beyond it nothing is in doubt.
    package var band: Float

    /// Makes a trust.
    package init(softness: Float, colours: Float, band: Float) {
      (self.softness, self.colours, self.band) = (softness, colours, band)
    }
  }

  /// The grid.
  package let grid: MatteGrid
  /// The scores, row by row.
  private var scores: [Float]

  /// The score of what is sure.
  private static let sure: Float = 9
  /// The score at which a pixel is wholly covered, and below 0 the one at which it is not at all.
  private static let ramp: Float = 0.7

  /// Makes scores of nothing.
  package init(_ grid: MatteGrid) {
    self.grid = grid
    scores = [Float](repeating: -Self.sure, count: grid.count)
  }

  /// Adds a shape: the higher score counts.
  package mutating func add(
    _ shape: ShapeField, _ evidence: ColourEvidence, _ trust: Trust
  ) {
    var view = grid.view
    unsafe cm_add_scores(
      &view, shape.distances, evidence.values, trust.softness, trust.colours, trust.band,
      Self.sure, &scores)
  }

  /// Adds what is covered to a matte: the higher coverage counts.
  ///
  /// - Parameter opacity: how much of what is wholly covered shows, 0 to 1.
  package func cover(_ matte: inout Matte, opacity: Double) {
    let most = Int32((255 * min(max(opacity, 0), 1)).rounded())
    guard most > 0 else { return }
    var (view, line) = (grid.view, [Float](repeating: 0, count: grid.stride))
    unsafe matte.withView {
      unsafe cm_add_coverage(&view, scores, Self.ramp, most, &line, $0)
    }
  }
}
