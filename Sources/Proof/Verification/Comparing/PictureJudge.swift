public import Comparison
public import Imaging
internal import Placement
public import Registration

/// Two pictures, measured, judged and explained: what `compare` and suites do with each frame.
public struct PictureJudge: Sendable {
  /// How pictures are measured.
  public var options = ComparisonOptions()
  /// What may differ, in the region that is compared.
  public var thresholds = ComparisonThresholds.exact
  /// Which pixels are compared where a mask or placements are known; all where neither is.
  public var region = ComparedRegion.inside
  /// What may differ outside of the mask or the placements, which is a check of its own; nil for no
  /// such check.
  public var outsideThresholds: ComparisonThresholds?
  /// Whether a failure is explained, which costs more than finding it.
  public var explains = true
  /// Asked before each step of an explanation, which takes up to a second, whether it is still
  /// wanted; where it is not, what is known by then is told.
  public var wantsMore: @Sendable () -> Bool = { true }

  /// Makes a judge.
  public init() {}

  /// What is known of the two pictures beside their pixels.
  public typealias Context = PictureContext

  /// What was found.
  public struct Judgement: Sendable {
    /// The measures; nil where sizes differ.
    public var measures: PictureMeasures?
    /// The rungs with their thresholds.
    public var rungs: [RungVerdict] = []
    /// Whether every threshold was kept, those outside too.
    public var passed = false
    /// The explanation, a sentence an entry; empty where nothing differs.
    public var explanation: [String] = []
    /// What happened to each layer that is not as it was, by the layer's name ("face 1, layer horns"
    /// where there are several faces), or under "" to the whole of the region.
    public var changes: [String: RegionChange] = [:]
    /// The measures outside of the region, where that was asked for.
    public var outsideMeasures: PictureMeasures?
    /// The rungs of that check.
    public var outsideRungs: [RungVerdict] = []
    /// All rungs; those of the check outside are called `outside.maxChannelDifference` and the like.
    public var allRungs: [RungVerdict] { rungs + outsideRungs.map(\.outside) }
    /// Which sizes do not match; nil where all do.
    public var mismatch: String?

    /// How bad it is: the sum of all compared pixels' colour differences, CIEDE2000.
    public var severity: Double {
      [measures, outsideMeasures].compactMap(\.self).reduce(0) {
        $0 + $1.meanColourDifference * Double($1.comparedPixels)
      }
    }
  }

  /// Judges a picture against the expected one.
  public func judge(
    expected: StraightRGBA8, actual: StraightRGBA8, _ context: Context = Context()
  ) -> Judgement {
    var judgement = Judgement()
    if let mismatch = Self.mismatch(expected, actual, context) {
      judgement.mismatch = mismatch
      judgement.explanation = [mismatch]
      return judgement
    }
    let inside = OverlayRegion.mask(context, width: expected.width, height: expected.height)
    return judge(expected: expected, actual: actual, context, inside: inside)
  }

  /// Judges pictures of one size, of which it is known which pixels are inside.
  func judge(
    expected: StraightRGBA8, actual: StraightRGBA8, _ context: Context, inside: PixelMask?
  ) -> Judgement {
    var judgement = Judgement()
    let comparer = PictureComparer(options)
    judgement.measures = comparer.measure(expected, actual, in: region.mask(inside: inside))
    judgement.rungs = judgement.measures.map(thresholds.verdicts(for:)) ?? []
    if let outsideThresholds {
      let outside = ComparedRegion.outside.mask(inside: inside)
      judgement.outsideMeasures = comparer.measure(expected, actual, in: outside)
      judgement.outsideRungs =
        judgement.outsideMeasures.map(outsideThresholds.verdicts(for:)) ?? []
    }
    judgement.passed = (judgement.rungs + judgement.outsideRungs).allSatisfy(\.passed)
    if explains, !judgement.passed { explain(&judgement, expected, actual, context, inside) }
    return judgement
  }

  /// The judgement of pictures that are known to be the same.
  func judgementOfIdentical(width: Int, height: Int, _ context: Context) -> Judgement {
    var judgement = Judgement()
    let measures = PictureMeasures(width: width, height: height, comparedPixels: width * height)
    judgement.measures = measures
    judgement.rungs = thresholds.verdicts(for: measures)
    judgement.outsideRungs = outsideThresholds?.verdicts(for: measures) ?? []
    judgement.passed = true
    return judgement
  }

  private func explain(
    _ judgement: inout Judgement, _ expected: StraightRGBA8, _ actual: StraightRGBA8,
    _ context: Context, _ inside: PixelMask?
  ) {
    if !judgement.rungs.allSatisfy(\.passed) {
      let explainer = LayerExplainer(
        expected: expected, actual: actual, context: context,
        region: region.mask(inside: inside), knowsLayers: region != .outside,
        wantsMore: wantsMore)
      (judgement.explanation, judgement.changes) = explainer.explanation()
      if !wantsMore() { judgement.explanation.append(Self.outOfTime) }
    }
    if !judgement.outsideRungs.allSatisfy(\.passed) {
      judgement.explanation.append("something changed outside of the overlay")
    }
  }

  /// What is said where not all was explained.
  static let outOfTime = "the explanation was stopped because it took too long"

  /// Which sizes do not match.
  private static func mismatch(
    _ expected: StraightRGBA8, _ actual: StraightRGBA8, _ context: Context
  ) -> String? {
    sizeMismatch(
      of: (expected.width, expected.height),
      with: [
        ("the second picture", actual.width, actual.height),
        context.mask.map { ("the mask", $0.width, $0.height) },
        context.ground.map { ("the ground", $0.width, $0.height) },
        context.expectedPlacements.map { ("the placements' picture", $0.width, $0.height) },
        context.actualPlacements.map { ("the second placements' picture", $0.width, $0.height) },
      ])
  }

  /// Which of some sizes is not the first picture's, in words; nil where all are.
  static func sizeMismatch(
    of first: (width: Int, height: Int), with others: [(name: String, width: Int, height: Int)?]
  ) -> String? {
    let other = others.compactMap(\.self).first {
      $0.width != first.width || $0.height != first.height
    }
    return other.map {
      "sizes differ: the first picture is \(first.width) x \(first.height), "
        + "\($0.name) \($0.width) x \($0.height)"
    }
  }
}
