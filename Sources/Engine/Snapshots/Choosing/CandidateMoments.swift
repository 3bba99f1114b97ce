import Foundation

/// The moments of a recording that are worth decoding: of those whose expression is fittest, the best by
/// the tracking.
struct CandidateMoments {
  /// A moment that the tracker saw.
  struct Moment {
    var timeMs: Double
    var summary: FrameSubjects.Summary

    func total(usual: FrameSubjects.Counts) -> Double { summary.total(usual: usual) }
  }

  let usual: FrameSubjects.Counts
  let rule: ExpressionRule
  /// Those whose expression is fittest, by their times.
  let fit: [Moment]
  private let fitness: ExpressionRule.Fitness

  init(_ moments: [Moment], usual: FrameSubjects.Counts, rule: ExpressionRule) {
    (self.usual, self.rule) = (usual, rule)
    let all = moments.map { rule.fitness(atMs: $0.timeMs) }
    let most = all.max() ?? .fit
    fitness = most
    fit = zip(moments, all).filter { $0.1 == most }.map(\.0)
  }

  /// Whether a frame's expression is as fit as can be.
  func isFit(_ frame: FrameScore?) -> Bool {
    frame.map { rule.fitness(atMs: $0.timestampMs) >= fitness } ?? false
  }

  /// The times of the best moments in milliseconds, in rounds of so many, each in order: none near a better
  /// one of its round; of two that are equal the earlier one first.
  func rounds(of count: Int, over span: TimeSpan) -> some IteratorProtocol<[Double]> {
    let distance = span.lengthMs / Double(4 * count)
    var rest = fit.enumerated().sorted {
      ($1.element.total(usual: usual), $0.offset) < ($0.element.total(usual: usual), $1.offset)
    }.map(\.element.timeMs)
    return AnyIterator {
      var chosen: [Double] = []
      for time in rest where chosen.count < count {
        if chosen.allSatisfy({ abs($0 - time) >= distance }) { chosen.append(time) }
      }
      let taken = Set(chosen)
      rest.removeAll { taken.contains($0) }
      return chosen.isEmpty ? nil : chosen.sorted()
    }
  }
}
