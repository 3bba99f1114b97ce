internal import Access
internal import Foundation
internal import HTTPServer
internal import Isolation
internal import Problems
internal import Requests

/// `POST /v1/sessions`: what a tracker saw in, the session's log out.
///
/// The verb `session run` does the work in a process of its own; no picture is sent, and nothing of faces
/// or hands is in the answer.
struct SessionsEndpoint {
  let context: ServiceContext

  static let parts = ["tracking", SessionPart.name]
  /// The log's media type: JSON Lines.
  static let mediaType = "application/x-ndjson"
  /// The longest log, in bytes: some hundred thousand events.
  static let maximumLogBytes = 64 << 20

  var routes: [HTTPRoute] {
    var operation = Operation("POST", "/v1/sessions")
    operation.right = .frames
    operation.mediaType = "multipart/form-data"
    operation.body = .files(maximumBytes: context.settings.maximumRecordingBytes)
    operation.pool = .recording
    let context = context
    return [
      context.route(operation) { head, _ in
        _ = try Negotiation(head).choose([Self.mediaType])
        try context.checkDisk()
      } handle: { request, _ in
        try request.withCancellation { cancellation in
          try SessionsEndpoint(context: context).answer(request, cancellation)
        }
      }
    ]
  }

  private func answer(
    _ request: HTTPRequest, _ cancellation: WorkerCancellation
  ) throws -> HTTPResponse {
    let parts = try RequestParts(request.body, known: Self.parts)
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
      [UInt8](bytes), mediaType: Self.mediaType,
      headers: [HTTPField("Cache-Control", "no-store")])
  }
}
