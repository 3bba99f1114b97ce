internal import Comparison
internal import JSON
internal import MediaComparison
internal import Problems
internal import ServiceInterface

/// The options of `POST /v1/comparisons`: those of the verb `compare`.
struct ComparisonRequest {
  /// How the pair is judged.
  private(set) var judge = PictureJudge()

  static let keys = [
    "tolerance", "maxChannelDifference", "maxChangedShare", "maxWindowShare",
    "maxMeanColourDifference", "maxHighColourDifference", "minStructuralSimilarity",
    "pixelThreshold", "ignoreAntialiasing", "window", "region", "outside",
  ]

  /// The named sets of thresholds.
  private enum Tolerance: String, CaseIterable {
    case exact, close, codec

    var thresholds: ComparisonThresholds {
      switch self {
      case .exact: .exact
      case .close: .close
      case .codec: .codec
      }
    }
  }

  /// What the document says of the options.
  ///
  /// Clients that are generated send defaults, so it has those alone that mean the same as nothing.
  static let schema = NamedSchema(
    "ComparisonOptions",
    .object(
      "What may differ, and how it is measured.",
      [
        "tolerance": set(
          "A set of thresholds; `exact` where nothing is said, none where single thresholds are."),
        "maxChannelDifference": .whole("The largest difference of a channel.", from: 0, to: 255),
        "maxChangedShare": .number("The share of pixels that changed.", from: 0, to: 1),
        "maxWindowShare": .number("The same in the densest window.", from: 0, to: 1),
        "maxMeanColourDifference": .number("The mean CIEDE2000.", from: 0, to: 200),
        "maxHighColourDifference": .number(
          "The 99.9th percentile of CIEDE2000.", from: 0, to: 200),
        "minStructuralSimilarity": .number("Multi-scale SSIM.", from: 0, to: 1),
        "pixelThreshold": .whole(
          "A pixel changed where a channel differs by more than this.", from: 0, to: 255
        ).with("default", 0),
        "ignoreAntialiasing": .flag(
          "Whether pixels that look like antialiased edges are left out."
        ).with("default", false),
        "window": .whole("The side of the window of the densest change.", from: 1, to: 8192)
          .with("default", 32),
        "region": .choice(
          "What is compared; needs a mask or placements. With them it is `inside` where nothing is said.",
          of: ["inside", "outside", "all"]),
        "outside": set(
          "Also checks that nothing else changed, by this set; needs a mask or placements, and the region"
            + " `inside`."),
      ], required: [], isClosed: true
    ).with(
      "not",
      [
        "required": ["outside", "region"],
        "properties": ["region": ["enum": ["outside", "all"]]],
      ]
    ).examples(["tolerance": "close"]))

  private static func set(_ description: String) -> JSONSchema {
    .choice(description, of: Tolerance.allCases.map(\.rawValue))
  }

  /// Reads the options; `region` and `outside` need a mask or placements.
  init(_ bytes: [UInt8], knowsRegion: Bool) throws(ServiceProblem) {
    let reader = OptionsReader()
    guard let object = try reader.object(bytes, keys: Self.keys) else {
      try reader.check()
      throw ServiceProblem(.invalidOptions, "options: an object expected")
    }
    judge.thresholds = Self.thresholds(object)
    judge.options.pixelThreshold =
      object["pixelThreshold"]?.integer(in: ComparisonOptions.pixelThresholds) ?? 0
    judge.options.ignoresAntialiasing = object["ignoreAntialiasing"]?.truth() ?? false
    judge.options.windowSide =
      object["window"]?.integer(in: ComparisonOptions.windowSides)
      ?? ComparisonOptions().windowSide
    judge.region = object["region"]?.choice(of: "region") ?? .inside
    let outside: Tolerance? = object["outside"]?.choice(of: "set of thresholds")
    judge.outsideThresholds = outside?.thresholds
    for key in ["region", "outside"] where !knowsRegion {
      object[key]?.report(
        .contradiction("region and outside need a part \"mask\" or \"placements\""))
    }
    if outside != nil, judge.region != .inside {
      object["outside"]?.report(
        .contradiction("outside is an extra check to the region inside; leave region out"))
    }
    try reader.check()
  }

  /// The thresholds: a named set, and what single options say instead; where only single options
  /// are given there is no set below them, as with the verb.
  private static func thresholds(_ object: OptionObject) -> ComparisonThresholds {
    let tolerance: Tolerance? = object["tolerance"]?.choice(of: "set of thresholds")
    let hasSingle = keys[1...6].contains { object[$0] != nil }
    var thresholds = (tolerance ?? .exact).thresholds
    if tolerance == nil, hasSingle { thresholds = ComparisonThresholds() }
    if let field = object["maxChannelDifference"] {
      thresholds.maxChannelDifference = field.integer(in: ComparisonThresholds.channelDifferences)
    }
    func read(_ key: String, _ range: ClosedRange<Double>, _ target: inout Double?) {
      if let field = object[key] { target = field.number(in: range) }
    }
    read("maxChangedShare", ComparisonThresholds.shares, &thresholds.maxChangedShare)
    read("maxWindowShare", ComparisonThresholds.shares, &thresholds.maxWindowShare)
    let colours = ComparisonThresholds.colourDifferences
    read("maxMeanColourDifference", colours, &thresholds.maxMeanColourDifference)
    read("maxHighColourDifference", colours, &thresholds.maxHighColourDifference)
    read(
      "minStructuralSimilarity", ComparisonThresholds.similarities,
      &thresholds.minStructuralSimilarity)
    return thresholds
  }
}
