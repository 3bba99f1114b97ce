internal import Comparison
public import Goldens

extension Judging {
  /// Nothing may differ.
  public static var exact: Judging { Judging() }

  /// The same picture by another program or with other rounding: see `ComparisonThresholds.close`.
  public static var close: Judging { Judging(.close) }

  /// The same frame out of two lossy encoders: see `ComparisonThresholds.codec`.
  public static var codec: Judging { Judging(.codec) }

  /// A share of the pixels may differ, antialiased edges left out.
  ///
  /// - Parameters:
  ///   - share: how many pixels of all, 0 to 1.
  ///   - level: a pixel counts where a channel differs by *more* than this, 0 to 255.
  public static func changed(share: Double, over level: Int = 0) -> Judging {
    var judging = Judging(ComparisonThresholds())
    judging.thresholds.maxChangedShare = share
    judging.options.pixelThreshold = level
    judging.options.ignoresAntialiasing = true
    return judging
  }

  private init(_ thresholds: ComparisonThresholds) {
    self.init()
    self.thresholds = thresholds
  }
}
