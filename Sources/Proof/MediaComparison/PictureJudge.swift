public import Comparison
public import Explaining
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
    /// Where the regions lie that are left out, or compared alone.
    public var regions: [PlacedRegion] = []
    /// What is wrong with these regions, so that nothing was judged; nil for nothing.
    public var fault: String?
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
    let (kept, placed, fault) = Self.compared(
      context, width: expected.width, height: expected.height)
    (judgement.regions, judgement.fault) = (placed, fault)
    if let fault {
      judgement.explanation = [fault]
      return judgement
    }
    func counted(_ region: ComparedRegion) -> PixelMask? {
      guard let mask = region.mask(inside: inside) else { return kept }
      return kept.map { mask.intersection($0) } ?? mask
    }
    let comparer = PictureComparer(options)
    judgement.measures = comparer.measure(expected, actual, in: counted(region))
    judgement.rungs = judgement.measures.map(thresholds.verdicts(for:)) ?? []
    if let outsideThresholds {
      let outside = counted(.outside)
      judgement.outsideMeasures = comparer.measure(expected, actual, in: outside)
      judgement.outsideRungs =
        judgement.outsideMeasures.map(outsideThresholds.verdicts(for:)) ?? []
    }
    judgement.passed = (judgement.rungs + judgement.outsideRungs).allSatisfy(\.passed)
    if explains, !judgement.passed {
      guard let kept else {
        explain(&judgement, expected, actual, context, region.mask(inside: inside))
        return judgement
      }
      // What is left out is the same in both for the explanation, and no layer of it is told of.
      explain(
        &judgement, expected, actual.taking(expected, outside: kept),
        context.telling(context.regions.tells), counted(region))
    }
    return judgement
  }

  /// The pixels that the context's regions leave to be compared (nil for all), where the regions lie,
  /// and what is wrong with them.
  public static func compared(
    _ context: Context, width: Int, height: Int
  ) -> (mask: PixelMask?, regions: [PlacedRegion], fault: String?) {
    guard !context.regions.isEmpty else { return (nil, [], nil) }
    let records = [context.expectedPlacements, context.actualPlacements].compactMap(\.self)
    let placed = context.regions.placed(RegionContext(records: records, faces: context.faces))
    let mask = context.regions.mask(placed, width: width, height: height)
    return (mask, placed, context.regions.fault(placed, compared: mask))
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
    _ context: Context, _ region: PixelMask?
  ) {
    if !judgement.rungs.allSatisfy(\.passed) {
      let explainer = LayerExplainer(
        expected: expected, actual: actual, context: context,
        region: region, knowsLayers: self.region != .outside,
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

extension StraightRGBA8 {
  /// The picture with another one's pixels wherever a mask has none.
  fileprivate func taking(_ other: StraightRGBA8, outside mask: PixelMask) -> StraightRGBA8 {
    var picture = self
    for y in 0..<mask.height {
      for x in 0..<mask.width where !mask[x, y] { picture[x, y] = other[x, y] }
    }
    return picture
  }
}

extension PictureContext {
  /// The context with those layers alone for which something holds.
  fileprivate func telling(_ isTold: (PlacementRecord.Entry) -> Bool) -> PictureContext {
    var context = self
    context.expectedPlacements?.placements.removeAll { !isTold($0) }
    context.actualPlacements?.placements.removeAll { !isTold($0) }
    return context
  }
}
