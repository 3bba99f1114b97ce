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
  /// antialiasing, surfaces by a level or so, but nothing may sit elsewhere.
  ///
  /// Measured on an avatar that covers a fifth of 1280 x 720: noise of a level gives 0.55, 2.0 and
  /// 0.9993 (mean and 99.9th percentile of CIEDE2000, similarity; on dark greys, where it shows most,
  /// the mean is 1.11); cubic for linear interpolation 0.27, 7.3 and 0.9995; a tenth of a pixel 0.18,
  /// 6.2 and 0.9997. These pass. A quarter of a pixel, 0.43, 15.3 and 0.9982, does not. Where the
  /// overlay is small beside the picture, compare in a mask.
  public static var close: ComparisonThresholds {
    var thresholds = ComparisonThresholds()
    thresholds.maxMeanColourDifference = 1.2
    thresholds.maxHighColourDifference = 10
    thresholds.minStructuralSimilarity = 0.999
    return thresholds
  }

  /// The same frame out of two lossy encoders.
  ///
  /// Measured on real clips of 480 x 270 to 1280 x 720, as they are and with an avatar, encoded by
  /// x264 at crf 20 by two presets, at crf 20 and 23, and beside the lossless frame: at most 2.2 and
  /// 13.3, and at least 0.990 (mean and 99.9th percentile of CIEDE2000, similarity). These pass. An
  /// avatar half a pixel elsewhere, 0.83, 29 and 0.993, does not.
  public static var codec: ComparisonThresholds {
    var thresholds = ComparisonThresholds()
    thresholds.maxMeanColourDifference = 3
    thresholds.maxHighColourDifference = 20
    thresholds.minStructuralSimilarity = 0.985
    return thresholds
  }
}
