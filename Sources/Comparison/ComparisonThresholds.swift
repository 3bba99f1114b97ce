/// How much two pictures may differ; what is nil is not asked for.
public struct ComparisonThresholds: Hashable, Codable, Sendable {
  /// The largest channel difference allowed, 0 to 255.
  public var maxChannelDifference: Int?
  /// The largest share of changed pixels allowed, 0 to 1.
  public var maxChangedShare: Double?
  /// The largest share of changed pixels allowed in the densest window, 0 to 1.
  public var maxWindowShare: Double?
  /// The largest mean CIEDE2000 allowed.
  public var maxMeanColourDifference: Double?
  /// The largest 99.9th percentile of CIEDE2000 allowed.
  public var maxHighColourDifference: Double?
  /// The smallest multi-scale SSIM allowed, 0 to 1.
  public var minStructuralSimilarity: Double?

  /// Makes thresholds that allow anything.
  public init() {}

  /// Nothing may differ: the default of pictures, which come bit for bit from the same program.
  public static var exact: ComparisonThresholds {
    var thresholds = ComparisonThresholds()
    thresholds.maxChannelDifference = 0
    return thresholds
  }
}

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
    self.rung = rung
    self.found = found
    self.allowed = allowed
    self.passed = passed
  }
}
