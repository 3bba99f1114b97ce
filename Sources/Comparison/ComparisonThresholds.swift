/// How much two pictures may differ; what is nil is not asked for.
public struct ComparisonThresholds: Hashable, Codable, Sendable {
  /// What a threshold of the channel difference may be.
  public static let channelDifferences = 0...255
  /// What a threshold of a share may be.
  public static let shares = 0.0...1.0
  /// What a threshold of CIEDE2000 may be: black and white are 100 apart, and no two colours of
  /// sRGB as far as 200.
  public static let colourDifferences = 0.0...200.0
  /// What a threshold of the structural similarity may be.
  public static let similarities = 0.0...1.0

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

  /// The same picture drawn by another program or with other rounding: edges may differ in their
  /// antialiasing, surfaces by less than the eye sees.
  public static var close: ComparisonThresholds {
    var thresholds = ComparisonThresholds()
    thresholds.maxMeanColourDifference = 0.1
    thresholds.maxHighColourDifference = 5
    thresholds.minStructuralSimilarity = 0.998
    return thresholds
  }

  /// The same frame out of two lossy encoders.
  public static var codec: ComparisonThresholds {
    var thresholds = ComparisonThresholds()
    thresholds.maxMeanColourDifference = 2
    thresholds.maxHighColourDifference = 10
    thresholds.minStructuralSimilarity = 0.97
    return thresholds
  }
}
