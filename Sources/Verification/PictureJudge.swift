public import Comparison
public import Imaging
public import Placement
public import Registration

/// Two pictures, measured, judged and explained: what `compare` and suites do with each frame.
public struct PictureJudge: Sendable {
  /// How pictures are measured.
  public var options = ComparisonOptions()
  /// What may differ.
  public var thresholds = ComparisonThresholds.exact

  /// Makes a judge.
  public init() {}

  /// What is known of the two pictures beside their pixels.
  public struct Context: Sendable {
    /// Which pixels count; nil for all.
    public var mask: PixelMask?
    /// Where the layers of the first and of the second picture went; nil where it is not known.
    public var expectedPlacements: PlacementRecord?
    /// The same of the second picture.
    public var actualPlacements: PlacementRecord?
    /// The picture without overlay.
    public var ground: StraightRGBA8?

    /// Makes a context in which nothing is known.
    public init() {}
  }

  /// What was found.
  public struct Judgement: Sendable {
    /// The measures; nil where the sizes differ.
    public var measures: PictureMeasures?
    /// The rungs with their thresholds.
    public var rungs: [RungVerdict] = []
    /// Whether every threshold was kept.
    public var passed = false
    /// The explanation, a sentence an entry; empty where nothing differs.
    public var explanation: [String] = []
    /// What happened to each layer, or under "" to the whole of the region.
    public var changes: [String: RegionChange] = [:]
  }

  /// Judges a picture against the expected one.
  public func judge(
    expected: StraightRGBA8, actual: StraightRGBA8, _ context: Context = Context()
  ) -> Judgement {
    var judgement = Judgement()
    judgement.measures = PictureComparer(options).measure(expected, actual, in: context.mask)
    judgement.passed = judgement.measures?.isIdentical ?? false
    return judgement
  }
}
