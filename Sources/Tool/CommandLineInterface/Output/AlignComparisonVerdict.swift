/// A threshold between two runs as it was judged.
struct AlignComparisonVerdict: Encodable {
  /// `maxWorse` or `maxMoved`.
  var threshold: String
  var allowed: Double
  /// The worst that was found; nil for none.
  var found: Double?
  /// The figures or layers that are over it.
  var offenders: [String]
  /// Whether it was kept.
  var passed: Bool
}
