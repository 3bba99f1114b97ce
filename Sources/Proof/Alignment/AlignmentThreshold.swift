/// A limit on a figure.
public struct AlignmentThreshold: Hashable, Sendable {
  /// The figure.
  public var metric: AlignmentMetric
  /// The most it may be; for a figure of which more is better, the least.
  public var allowed: Double

  /// Makes a threshold.
  public init(_ metric: AlignmentMetric, _ allowed: Double) {
    (self.metric, self.allowed) = (metric, allowed)
  }

  /// Judges a report by thresholds.
  ///
  /// A figure that could not be told fails, since nothing was proved; but for the lags, which a face
  /// that does not move cannot have. A lag behind the picture counts where it is more than its error.
  public static func judge(
    _ report: AlignmentReport, by thresholds: [AlignmentThreshold]
  ) -> [AlignmentVerdict] {
    thresholds.map { threshold in
      let found = report[threshold.metric]
      let passed: Bool
      if let found {
        switch threshold.metric.better {
        case .higher: passed = found >= threshold.allowed
        case .nearerToZero: passed = abs(found) <= max(threshold.allowed, unsure(threshold, report))
        case .lower, .neither: passed = found <= threshold.allowed
        }
      } else {
        passed = threshold.metric == .lagMs || threshold.metric == .pictureLagMs
      }
      return AlignmentVerdict(
        metric: threshold.metric, found: found, allowed: threshold.allowed, passed: passed)
    }
  }

  /// The size up to which a figure may be nothing but the error of its measure.
  private static func unsure(
    _ threshold: AlignmentThreshold, _ report: AlignmentReport
  ) -> Double {
    threshold.metric == .pictureLagMs
      ? FitVerdict.leastToldMs(errorMs: report[.pictureLagErrorMs] ?? 0) : 0
  }
}

/// A threshold as it was judged: what was found, what was allowed.
public struct AlignmentVerdict: Hashable, Codable, Sendable {
  /// The figure.
  public var metric: AlignmentMetric
  /// What was found; nil where it could not be told.
  public var found: Double?
  /// The threshold, in the metric's unit.
  public var allowed: Double
  /// Whether it was kept.
  public var passed: Bool

  /// Makes a verdict.
  public init(metric: AlignmentMetric, found: Double?, allowed: Double, passed: Bool) {
    (self.metric, self.found, self.allowed, self.passed) = (metric, found, allowed, passed)
  }
}
