internal import Access
internal import Foundation
internal import HTTPMessages
internal import HTTPServer
internal import Imaging
internal import JSON
internal import MediaComparison
internal import Problems
internal import ServiceConfiguration
internal import ServiceInterface

/// `POST /v1/comparisons`: two pictures, what separates them back.
struct ComparisonsEndpoint {
  let context: ServiceContext

  static let form = Form(
    [
      .picture("a", "The expected picture: PNG, JPEG, WebP, HEIC or AVIF.", isRequired: true),
      .picture("b", "The picture that is compared with it.", isRequired: true),
      .picture("mask", "A picture; its pixels that are opaque and not black are inside."),
      placements("placementsA", "Where layers went in a: JSON Lines."),
      placements("placementsB", "Where layers went in b."),
      .picture("ground", "The same without overlay."),
      .json("options", ComparisonRequest.schema),
    ],
    examples: [
      .init("exact", "Identical.", ["a": "picture.png", "b": "picture.png"]),
      .init(
        "close", "As close as another encoding of the same picture.",
        ["a": "picture.png", "b": "picture.jpg", "options": ["tolerance": "codec"]]),
    ])

  private static func placements(_ name: String, _ description: String) -> FormPart {
    .file(
      name, description, as: "application/x-ndjson, application/json, application/octet-stream")
  }

  static let operation = Operation(
    .post, "/v1/comparisons", id: "createComparison", .pictures, "Compares two pictures.",
    "Returns the document that `avatar-overlay compare --json` writes.", right: .scope(.frames),
    body: .form(
      form, "Two pictures, and what may differ.", isSpooled: true, limit: \.maximumFrameBytes),
    answers: [
      .json(
        200, "What separates the two.", schema,
        examples: [.init("same", "Nothing moved; another encoding.", example)])
    ],
    problems: [
      .unprocessable(
        "Comparison",
        ProblemResponse.ofForms + [
          .badPicture, .pictureTooLarge, .unfitComparison, .overLimit, .outOfMemory,
        ], details: [.overLimit: "a: the JPEG has 300 scans; at most 32 are allowed"])
    ],
    limits: ["--max-picture-pixels"],
    // A comparison takes a core for seconds; single frames must not wait for it.
    pool: .recording, cost: RequestCost.comparison
  ) { context, request, _ in
    try ComparisonsEndpoint(context: context).answer(request)
  }

  /// What is promised of the report, which may have more members.
  private static let schema = NamedSchema(
    "Comparison",
    .object(
      "The document of `compare --json`; Documentation/comparison.md.",
      [
        "format": .text("avatar-comparison/1."),
        "verdict": .choice("How it ended.", of: ["passed", "failed", "mismatch"]),
        "explanation": .list(of: .text(), "What happened, one sentence per entry."),
      ]))

  private static let example: JSONValue = [
    "format": "avatar-comparison/1", "verdict": "failed",
    "explanation": ["no difference in place; 4.1 levels apart (encoding?)"], "framesCompared": 1,
    "framesFailed": 1, "framesIdentical": 0,
  ]

  private func answer(_ request: HTTPRequest) throws -> HTTPResponse {
    let parts = try RequestParts(request.body, of: Self.form)
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
      [UInt8](try encoder.encode(report)), mediaType: MediaTypes.json,
      headers: [HTTPField("Cache-Control", "no-store")])
  }

  /// The path of a part's picture as a PNG, which is what is compared: other formats are decoded
  /// here, in the place of the part's file.
  private func picture(_ part: HTTPPart) throws -> String {
    let path = try part.filePath()
    let bytes = try part.bytes(limit: context.settings.maximumFrameBytes)
    let format = try PictureChecks(settings: context.settings).format(of: bytes, part: part.name)
    guard format != .png else { return path }
    let picture: StraightRGBA8
    do {
      picture = try PictureFormat.decode(bytes)
    } catch {
      throw ImagingError.file(path: part.name, error)
    }
    // Its errors name the path, in whose place an answer has the part's name.
    try PNG.write(picture, to: path, compression: .fastest, replacing: true)
    return path
  }
}
