internal import Access
internal import Foundation
internal import HTTPMessages
internal import HTTPServer
internal import Isolation
internal import JSON
internal import Problems
internal import Recordings
internal import Requests
internal import ServiceConfiguration
internal import ServiceInterface

/// `POST /v1/sessions`: what a tracker saw in, the session's log out.
///
/// The verb `session run` does the work in a process of its own; no picture is sent, and nothing of faces
/// or hands is in the answer.
struct SessionsEndpoint {
  let context: ServiceContext

  /// The longest log, in bytes: some hundred thousand events.
  static let maximumLogBytes = 64 << 20

  static let form = Form(
    [
      .file(
        "tracking",
        "What the tracker saw in a recording, as it writes it, a line a sample"
          + " (Documentation/tracking-format.md). It says the size of the tracker's picture itself.",
        as: FormPart.trackingTypes, isRequired: true),
      .session, .json("options", ProvenanceSchemas.options),
    ],
    examples: [
      .init("short", "The game's own session.", ["tracking": "clip.jsonl"]),
      .init(
        "full", "Every quadrant for ten seconds.",
        [
          "tracking": "clip.jsonl", "session": ["mode": "full", "full": ["quadrantMs": 10_000]],
        ]),
    ])

  static let operation = Operation(
    .post, "/v1/sessions", id: "createSession", .renders,
    "Replays a session from tracking alone.",
    "Returns the log that `avatar-overlay session run --events` writes: events alone, nothing of faces or"
      + " hands, and no picture is sent. Documentation/session.md says what stands in it.",
    right: .scope(.frames),
    body: .form(
      form, "What a tracker saw, and what the session asks for.", isSpooled: true,
      limit: \.maximumRecordingBytes),
    answers: [
      OperationAnswer(
        200, "The session's log, however it ended.",
        [
          .text(
            MediaTypes.lines,
            examples: [.init("completed", "Both gates were passed.", .string(example))])
        ])
    ],
    problems: [.unprocessableSnapshot], limits: ["--snapshot-seconds"], pool: .recording,
    cost: RequestCost.session,
    admit: { context, _, _ in try context.checkDisk() },
    handle: { context, request, _ in
      try request.withCancellation { cancellation in
        try SessionsEndpoint(context: context).answer(request, cancellation)
      }
    })

  private static let example = """
    {"format": "avatar-session-events/1", "mode": "short"}
    {"timestampMs": 0, "event": "state", "state": "selectAvatar", "score": 0, "from": null}
    {"timestampMs": 1383.3, "event": "gatePassed", "state": "promptTeeth", "score": 10, "gate": "teeth", \
    "openedMs": 983.3, "source": "jawOpen"}
    {"timestampMs": 4800, "event": "outcome", "state": "brushGestureConfirmed", "score": 40, \
    "outcome": "completed", "brushedMs": 0}

    """

  private func answer(
    _ request: HTTPRequest, _ cancellation: Cancellation
  ) throws -> HTTPResponse {
    let parts = try RequestParts(request.body, of: Self.form)
    try context.checkConsent(RecordingProvenance(parts), to: "tracking")
    let tracking = try parts.required("tracking").filePath()
    let session = try SessionPart.path(parts)
    let folder = "\(context.folders.spool)/session-\(UUID().uuidString.lowercased())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let log = "\(folder)/events.jsonl"
    var replay = RenderRequest()
    // The file has the part's name, which faults name too.
    try FileManager.default.linkItem(atPath: tracking, toPath: "\(folder)/tracking")
    replay.trackingFile = "tracking"
    replay.session.settings = session
    replay.session.events = log
    let verb = IsolatedVerb(
      verb: "session run", request: replay, readable: [folder] + [session].compactMap(\.self),
      writable: [folder], folder: folder, seconds: context.settings.snapshotSeconds,
      fileBytes: Self.maximumLogBytes)
    _ = try context.metrics.measure("session") {
      try verb.run(
        context.settings, memoryBytes: context.settings.jobMemoryBytes,
        cancellation: cancellation)
    }
    guard let bytes = FileManager.default.contents(atPath: log) else {
      throw ServiceProblem(.internal, "the worker wrote no log")
    }
    return .bytes(
      [UInt8](bytes), mediaType: MediaTypes.lines,
      headers: [HTTPField("Cache-Control", "no-store")])
  }
}
