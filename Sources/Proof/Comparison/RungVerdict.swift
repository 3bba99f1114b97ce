/// One rung of the ladder as it was judged: what was found, what was allowed.
public struct RungVerdict: Hashable, Codable, Sendable {
  /// The rung's name, the same in text, JSON and options: `maxChannelDifference` and the like.
  public var rung: String
  /// What was measured.
  public var found: Double
  /// The threshold; nil where none was asked for.
  public var allowed: Double?
  /// Whether the threshold was kept.
  public var passed: Bool

  /// Makes a verdict.
  public init(rung: String, found: Double, allowed: Double?, passed: Bool) {
    (self.rung, self.found, self.allowed, self.passed) = (rung, found, allowed, passed)
  }
}

extension ComparisonThresholds {
  /// Judges measures: a verdict a rung, from the cheapest up, by the names of the thresholds.
  ///
  /// A rung without a threshold has passed. What is no number has not, where there is one.
  public func verdicts(for measures: PictureMeasures) -> [RungVerdict] {
    func atMost(_ rung: String, _ found: Double, _ allowed: Double?) -> RungVerdict {
      let passed = allowed.map { found <= $0 } ?? true
      return RungVerdict(rung: rung, found: found, allowed: allowed, passed: passed)
    }
    func atLeast(_ rung: String, _ found: Double, _ allowed: Double?) -> RungVerdict {
      let passed = allowed.map { found >= $0 } ?? true
      return RungVerdict(rung: rung, found: found, allowed: allowed, passed: passed)
    }
    return [
      atMost(
        "maxChannelDifference", Double(measures.largestChannelDifference),
        maxChannelDifference.map(Double.init)),
      atMost("maxChangedShare", measures.changedShare, maxChangedShare),
      atMost("maxWindowShare", measures.densestWindow?.share ?? 0, maxWindowShare),
      atMost("maxMeanColourDifference", measures.meanColourDifference, maxMeanColourDifference),
      atMost("maxHighColourDifference", measures.highColourDifference, maxHighColourDifference),
      atLeast("minStructuralSimilarity", measures.structuralSimilarity, minStructuralSimilarity),
    ]
  }

  /// Whether measures keep every threshold.
  public func passes(_ measures: PictureMeasures) -> Bool {
    verdicts(for: measures).allSatisfy(\.passed)
  }
}
