import Comparison
import MediaComparison
import Terminal

/// Reads the options of `compare` that say what may differ.
enum CompareArguments {
  /// The named sets of thresholds.
  enum Tolerance: String, CaseIterable {
    case exact
    case close
    case codec

    var thresholds: ComparisonThresholds {
      switch self {
      case .exact: .exact
      case .close: .close
      case .codec: .codec
      }
    }
  }

  /// How pairs of pictures are judged.
  static func judge(_ arguments: ParsedArguments) throws(UsageError) -> PictureJudge {
    var judge = PictureJudge()
    judge.options.pixelThreshold =
      try arguments.int("--pixel-threshold", in: ComparisonOptions.pixelThresholds) ?? 0
    judge.options.ignoresAntialiasing = arguments.has("--ignore-antialiasing")
    judge.options.windowSide =
      try arguments.int("--window", in: ComparisonOptions.windowSides)
      ?? ComparisonOptions().windowSide
    judge.thresholds = try thresholds(arguments)
    let isRegionKnown = ["--mask", "--placements", "--placements-b"].contains(where: arguments.has)
    for option in ["--region", "--outside"] where arguments.has(option) && !isRegionKnown {
      throw UsageError("\(option) needs --mask or --placements")
    }
    judge.region = try arguments.choice("--region", ComparedRegion.self) ?? .inside
    judge.outsideThresholds = try arguments.choice("--outside", Tolerance.self)?.thresholds
    if judge.outsideThresholds != nil, judge.region != .inside {
      throw UsageError("--outside is an extra check to --region inside; leave --region out")
    }
    return judge
  }

  /// The thresholds: a named set, and what single options say instead.
  ///
  /// Where only single options are given there is no set below them: a user that allows a
  /// thousandth of the pixels to change does not mean that none may.
  private static func thresholds(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> ComparisonThresholds {
    let single = [
      "--max-channel-difference", "--max-changed-share", "--max-window-share",
      "--max-mean-colour-difference", "--max-high-colour-difference",
      "--min-structural-similarity",
    ]
    let tolerance = try arguments.choice("--tolerance", Tolerance.self)
    let hasSingle = single.contains(where: arguments.has)
    var thresholds = (tolerance ?? .exact).thresholds
    if tolerance == nil, hasSingle { thresholds = ComparisonThresholds() }
    func read(
      _ name: String, _ target: inout Double?, _ range: ClosedRange<Double>
    ) throws(UsageError) {
      guard let text = arguments.string(name) else { return }
      target = text == "any" ? nil : try arguments.double(name, in: range)
    }
    if let text = arguments.string("--max-channel-difference") {
      let range = ComparisonThresholds.channelDifferences
      thresholds.maxChannelDifference =
        text == "any" ? nil : try arguments.int("--max-channel-difference", in: range)
    }
    try read("--max-changed-share", &thresholds.maxChangedShare, ComparisonThresholds.shares)
    try read("--max-window-share", &thresholds.maxWindowShare, ComparisonThresholds.shares)
    try read(
      "--max-mean-colour-difference", &thresholds.maxMeanColourDifference,
      ComparisonThresholds.colourDifferences)
    try read(
      "--max-high-colour-difference", &thresholds.maxHighColourDifference,
      ComparisonThresholds.colourDifferences)
    try read(
      "--min-structural-similarity", &thresholds.minStructuralSimilarity,
      ComparisonThresholds.similarities)
    return thresholds
  }
}
