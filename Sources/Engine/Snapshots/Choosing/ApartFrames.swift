/// Several chosen frames, each of a moment of its own.
struct ApartFrames {
  let count: Int
  let rule: ExpressionRule

  /// How far apart they lie, in milliseconds: the first of these that gives as many as are wanted, or else
  /// the last.
  static let distancesMs = [2000.0, 1000, 500]
  /// A frame with this score is good; worse ones are chosen only where a single one is wanted, or first.
  static let good = 0.3

  /// The chosen ones of ranked frames, best first; at least one where there is one.
  func chosen(of ranked: [FrameScore]) -> [FrameScore] {
    guard let best = ranked.first, count > 1 else { return Array(ranked.prefix(1)) }
    let fitness = rule.fitness(atMs: best.timestampMs)
    let fit = ranked.filter {
      $0.total >= Self.good && rule.fitness(atMs: $0.timestampMs) == fitness
    }
    var found: [FrameScore] = []
    for distance in Self.distancesMs {
      found = [best]
      for frame in fit where found.count < count {
        if found.allSatisfy({ abs($0.timestampMs - frame.timestampMs) >= distance }) {
          found.append(frame)
        }
      }
      if found.count == count { break }
    }
    return found
  }

  /// What is said where fewer were found.
  func note(on found: Int) -> String {
    "\(count) moments asked for, \(found) found: no other good one lies"
      + " \(Int(Self.distancesMs.last ?? 0)) ms away from these"
  }
}
