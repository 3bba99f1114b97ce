internal import CMatting

/// How much speaks for each cell that something covers it: above 0 where more does than against it.
package struct ScoreMap: Sendable {
  package let grid: MatteGrid
  /// The scores, row by row.
  package var values: [Float]

  /// What is likely before anything is seen: by a shape, and by where its arm may lie, both in millimetres.
  ///
  /// - Parameter most: how much the shape alone may speak for a cell.
  package init(_ shape: ShapeField, arm: ShapeField, most: Float = 4) {
    grid = shape.grid
    values = [Float](repeating: 0, count: grid.count)
    var view = grid.view
    unsafe cm_prior(&view, shape.distances, arm.distances, most, &values)
  }

  /// This map and those of other times, brought over by maps from this one to theirs.
  ///
  /// - Parameter part: the part of each of them; what is left is this one's.
  package func joined(with others: [(scores: ScoreMap, map: BackgroundMemory.Map)], part: Float)
    -> ScoreMap
  {
    guard !others.isEmpty else { return self }
    var result = self
    let own = 1 - part * Float(others.count)
    for index in result.values.indices { result.values[index] *= own }
    var view = grid.view
    for other in others {
      var there = other.scores.grid.view
      unsafe cm_add_moved(
        &view, values, &there, other.scores.values, other.map, part, &result.values)
    }
    return result
  }
}
