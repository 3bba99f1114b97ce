import Alignment
import Terminal

/// The thresholds of `align`, from its options.
struct AlignThresholds {
  /// One option, and the figure that it limits.
  private struct Limit {
    var name: String
    var placeholder: String
    var metric: AlignmentMetric
    /// Another figure that it limits too.
    var also: AlignmentMetric?
    var help: String
    var range: ClosedRange<Double>
    var isBasic = false
  }

  private static let lengths = 0.0...1e6

  private static let limits: [Limit] = [
    Limit(
      name: "--max-nme", placeholder: "PERCENT", metric: .nme, help: "mean NME", range: lengths),
    Limit(
      name: "--max-failure-rate", placeholder: "PERCENT", metric: .failureRate10,
      help: "share of the reference's faces whose NME is over 10 %, or that were not found",
      range: 0...100),
    Limit(
      name: "--max-strict-failure-rate", placeholder: "PERCENT", metric: .failureRate8,
      help: "the same over 8 %", range: 0...100),
    Limit(
      name: "--min-auc", placeholder: "0-1", metric: .auc10,
      help: "area under the error curve up to 10 %", range: 0...1),
    Limit(
      name: "--max-residual", placeholder: "PERCENT", metric: .residualP95,
      help: "95th percentile of the snap residual, of the eye distance", range: lengths),
    Limit(
      name: "--max-residual-px", placeholder: "PX", metric: .residualP95Px,
      help: "the same in pixels", range: lengths),
    Limit(
      name: "--max-reprojection", placeholder: "PERCENT", metric: .reprojection,
      help: "mean reprojection error of the matrix, of the eye distance", range: lengths),
    Limit(
      name: "--max-skin-px", placeholder: "PX", metric: .skin1Px,
      help: "how far the overlay slides over the skin from frame to frame (implies --skin)",
      range: lengths),
    Limit(
      name: "--max-skin-5-px", placeholder: "PX", metric: .skin5Px,
      help: "the same in 5 frames", range: lengths),
    Limit(
      name: "--max-skin-15-px", placeholder: "PX", metric: .skin15Px,
      help: "the same in 15 frames", range: lengths),
    Limit(
      name: "--max-jitter", placeholder: "PERCENT", metric: .jitter,
      help: "jitter, of the face's size", range: lengths),
    Limit(
      name: "--max-shake", placeholder: "PERCENT", metric: .shake,
      help: "shake, of the face's size", range: lengths),
    Limit(
      name: "--min-jitter-reduction", placeholder: "PERCENT", metric: .jitterReduction,
      help: "jitter that smoothing takes out", range: -1e6...100),
    Limit(
      name: "--max-jerk", placeholder: "N", metric: .jerk,
      help: "jerk, in eye distances a second cubed", range: 0...1e12),
    Limit(
      name: "--max-lag-ms", placeholder: "MS", metric: .lagMs, also: .pictureLagMs,
      help: "lag behind the tracked landmarks, and theirs behind the picture, or lead; passes if it"
        + " cannot be measured",
      range: lengths, isBasic: true),
    Limit(
      name: "--max-deviation", placeholder: "PERCENT", metric: .deviation,
      help: "mean distance from the tracked landmarks, of the eye distance", range: lengths),
    Limit(
      name: "--min-coverage", placeholder: "PERCENT", metric: .coverage,
      help: "frames with a face that have the overlay", range: 0...100, isBasic: true),
    Limit(
      name: "--max-gap-ms", placeholder: "MS", metric: .longestGapMs,
      help: "longest stretch without the overlay", range: 0...1e12),
    Limit(
      name: "--max-gap-frames", placeholder: "N", metric: .longestGapFrames,
      help: "the same in frames", range: 0...1e9),
  ]

  /// The options, for the help.
  static let options: [OptionSpec] = limits.map {
    let option = OptionSpec.value($0.name, $0.placeholder, $0.help)
    return $0.isBasic ? option.basic : option
  }

  /// The option that limits a figure.
  static func option(of metric: AlignmentMetric) -> String {
    limits.first { $0.metric == metric || $0.also == metric }?.name ?? metric.rawValue
  }

  /// On one run.
  let absolute: [AlignmentThreshold]
  private let maxWorse: Double?
  private let maxMoved: Double?

  /// Reads the options.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    var found: [AlignmentThreshold] = []
    for limit in Self.limits {
      if let value = try arguments.double(limit.name, in: limit.range) {
        found += [limit.metric, limit.also].compactMap { $0 }.map { AlignmentThreshold($0, value) }
      }
    }
    absolute = found
    maxWorse = try arguments.double("--max-worse", in: 0...1e6)
    maxMoved = try arguments.double("--max-moved", in: Self.lengths)
  }

  /// Judges two runs.
  func judge(_ comparison: AlignmentComparison) -> [AlignComparisonVerdict] {
    var verdicts: [AlignComparisonVerdict] = []
    if let maxWorse {
      let worse = comparison.worse(byMoreThan: maxWorse)
      verdicts.append(
        AlignComparisonVerdict(
          threshold: "maxWorse", allowed: maxWorse,
          found: comparison.rows.filter { $0.trend == .worse }.compactMap(\.worsePercent).max(),
          offenders: worse.map(\.metric.rawValue), passed: worse.isEmpty))
    }
    if let maxMoved {
      let moved = comparison.moved(furtherThan: maxMoved)
      // Nothing that both runs have proves nothing.
      let isMeasured = comparison.moves.contains { $0.frames > 0 }
      verdicts.append(
        AlignComparisonVerdict(
          threshold: "maxMoved", allowed: maxMoved,
          found: comparison.moves.filter { $0.frames > 0 }.map(\.maxPx).max(),
          offenders: moved.map { "face \($0.face) \($0.layer)" },
          passed: moved.isEmpty && isMeasured))
    }
    return verdicts
  }
}
