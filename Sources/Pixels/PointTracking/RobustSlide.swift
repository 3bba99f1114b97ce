package import Geometry

/// A sliding similarity that most of some points agree with, by Tukey's biweight: what lies beyond
/// 4.685 deviations (a lid, a brow, a hand) does not count.
package struct RobustSlide {
  /// The motion.
  package private(set) var move: SlidingSimilarity
  /// The standard error of its shift, in the unit of the moves.
  package private(set) var error: Double
  /// How much each point counts in it: its own weight times the biweight.
  package private(set) var weights: [Double]

  /// The deviation of exact points, in pixels: what rounding and interpolation leave.
  private static let leastDeviation = 0.02

  /// Fits samples whose moves are in pixels; nil where nothing fits.
  package init?(_ samples: [SlidingSimilarity.Sample]) {
    var weighted = samples
    var found: (move: SlidingSimilarity, error: Double)?
    for _ in 0..<8 {
      guard let move = SlidingSimilarity(weighted) else { break }
      let lengths = samples.map { sample in
        let left = sample.move - move(sample.place, depth: sample.depth)
        return (left * left).sum().squareRoot()
      }
      // The median of the length of a normal deviate in the plane is 1.18 of its deviation.
      let deviation = max(lengths.sorted()[lengths.count / 2] / 1.18, Self.leastDeviation)
      var (weights, squares) = (0.0, 0.0)
      for index in samples.indices {
        let part = lengths[index] / (4.685 * deviation)
        let tukey = part < 1 ? (1 - part * part) * (1 - part * part) : 0
        weighted[index].weight = samples[index].weight * tukey
        weights += weighted[index].weight
        squares += weighted[index].weight * weighted[index].weight
      }
      guard weights > 0 else { break }
      found = (move, deviation * squares.squareRoot() / weights)
    }
    guard let found else { return nil }
    (move, error) = found
    weights = weighted.map(\.weight)
  }
}
