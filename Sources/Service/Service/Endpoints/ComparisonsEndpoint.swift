internal import Access
internal import Comparison
internal import Foundation
internal import HTTPServer
internal import Imaging
internal import JSON
internal import Problems
internal import Verification

/// `POST /v1/comparisons`: two pictures, what separates them back.
struct ComparisonsEndpoint {
  let context: ServiceContext

  static let parts = ["a", "b", "mask", "placementsA", "placementsB", "ground", "options"]

  var routes: [HTTPRoute] {
    var operation = Operation("POST", "/v1/comparisons")
    operation.right = .frames
    operation.mediaType = "multipart/form-data"
    operation.body = .files(maximumBytes: context.settings.maximumFrameBytes)
    // A comparison takes a core for seconds; single frames must not wait for it.
    operation.pool = .recording
    let context = context
    return [
      context.route(operation) { head, _ in
        _ = try Negotiation(head).choose([FrameAnswer.json])
      } handle: { request, _ in
        try ComparisonsEndpoint(context: context).answer(request)
      }
    ]
  }

  private func answer(_ request: HTTPRequest) throws -> HTTPResponse {
    let parts = try RequestParts(request.body, known: Self.parts)
    var settings = CompareSettings(
      first: try picture(parts.required("a")), second: try picture(parts.required("b")))
    settings.mask = try parts["mask"].map(picture)
    settings.ground = try parts["ground"].map(picture)
    settings.placements = try parts["placementsA"]?.filePath()
    settings.secondPlacements = try parts["placementsB"]?.filePath()
    settings.judge = try ComparisonRequest(
      try parts.bytes("options") ?? [], knowsRegion: settings.knowsRegion
    ).judge
    settings.mostLayers = context.settings.maximumLayers
    let end = ContinuousClock.now + .seconds(context.settings.comparisonSeconds)
    settings.judge.wantsMore = { ContinuousClock.now < end && !request.isAbandoned() }
    let job = CompareJob(settings)
    let outcome = try context.metrics.measure("compare") { try job.run() }
    var report = outcome.report
    (report.first.path, report.second.path) = ("a", "b")
    let names = request.fileNames
    report.notes = report.notes.map { context.problems.hiding($0, names) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return .bytes(
      [UInt8](try encoder.encode(report)), mediaType: FrameAnswer.json,
      headers: [HTTPField("Cache-Control", "no-store")])
  }

  /// The path of a part's picture as a PNG, which is what is compared: other formats are decoded
  /// here, in the place of the part's file.
  private func picture(_ part: HTTPPart) throws -> String {
    let path = try part.filePath()
    let bytes = try part.bytes(limit: context.settings.maximumFrameBytes)
    let format = try PictureChecks(settings: context.settings).format(of: bytes, part: part.name)
    guard format != .png else { return path }
    do {
      let picture = try PictureFormat.decode(bytes)
      try PNG.write(picture, to: path, compression: .fastest, replacing: true)
    } catch {
      throw ImagingError.file(path: part.name, error)
    }
    return path
  }
}

extension HTTPPart {
  /// The path of the part's file.
  func filePath() throws(ServiceProblem) -> String {
    guard case .file(let path, let size) = content else {
      throw ServiceProblem(.internal, "the part \"\(name)\" cannot be read from temporary storage")
    }
    guard size > 0 else {
      throw ServiceProblem(
        .missingPart, "the part \"\(name)\" is empty",
        faults: [.init(pointer: name, detail: "empty")])
    }
    return path
  }
}

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
