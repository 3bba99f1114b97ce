internal import Access
internal import Foundation
internal import HTTPServer
internal import JSON
internal import Problems
internal import Rendering
internal import Store
internal import Text

/// What operators and programs ask of the service itself: health, metrics, documents.
struct SystemEndpoints {
  let context: ServiceContext

  var routes: [HTTPRoute] {
    let context = context
    func open(
      _ pattern: String,
      _ answer: @escaping @Sendable (SystemEndpoints, HTTPRequest) throws -> HTTPResponse
    ) -> HTTPRoute {
      var operation = Operation("GET", pattern)
      operation.isOpen = true
      return context.route(operation) { request, _ in
        try answer(SystemEndpoints(context: context), request)
      }
    }
    var metrics = Operation("GET", "/metrics")
    metrics.right = .admin
    return [
      open("/health") { endpoint, request in try endpoint.ready(request) },
      open("/health/live") { endpoint, request in try endpoint.live(request) },
      open("/health/ready") { endpoint, request in try endpoint.ready(request) },
      open("/openapi.json") { endpoint, request in try endpoint.document(request) },
      open("/problems/{code}") { endpoint, request in try endpoint.problem(request) },
      context.route(metrics) { request, _ in
        try SystemEndpoints(context: context).metrics(request)
      },
    ]
  }

  /// The process answers.
  private func live(_ request: HTTPRequest) throws -> HTTPResponse {
    _ = try Negotiation(request.head).choose([FrameAnswer.json])
    return HTTPResponse.json(
      .object([("status", .string("ok")), ("version", .string(RendererVersion.number))]))
  }

  /// It can take work: the database takes changes, the disk has room, the queue too.
  private func ready(_ request: HTTPRequest) throws -> HTTPResponse {
    _ = try Negotiation(request.head).choose([FrameAnswer.json])
    let checks = Readiness(context: context).checks()
    let isReady = checks.allSatisfy(\.isGood)
    let members = checks.map { check in
      (
        check.name,
        JSONValue.object([
          ("status", .string(check.isGood ? "ok" : "failed")), ("detail", .string(check.detail)),
        ])
      )
    }
    return HTTPResponse.json(
      .object([
        ("status", .string(isReady ? "ok" : "failed")),
        ("version", .string(RendererVersion.number)), ("checks", .object(members)),
        ("tracker", context.tracker.json),
      ]), status: isReady ? 200 : 503)
  }

  private func document(_ request: HTTPRequest) throws -> HTTPResponse {
    _ = try Negotiation(request.head).choose([FrameAnswer.json])
    return .bytes(
      OpenAPIDocument.bytes, mediaType: FrameAnswer.json,
      headers: [HTTPField("Cache-Control", "public, max-age=300")])
  }

  /// What a problem's `type` leads to.
  private func problem(_ request: HTTPRequest) throws -> HTTPResponse {
    _ = try Negotiation(request.head).choose([FrameAnswer.json])
    let name = request.head.parameters["code"] ?? ""
    guard let code = ProblemCode(rawValue: name), let status = code.status else {
      throw ServiceProblem(.notFound, "there is no problem code \"\(Shown.text(name))\"")
    }
    return HTTPResponse.json(
      .object([
        ("code", .string(code.rawValue)), ("status", .integer(status)),
        ("title", .string(code.title)), ("advice", .string(code.advice)),
      ]))
  }

  private func metrics(_ request: HTTPRequest) throws -> HTTPResponse {
    _ = try Negotiation(request.head).choose(["text/plain"])
    var text = PrometheusText()
    text.family("avatar_overlay_build_info", "gauge", "The version that runs.")
    text.sample("avatar_overlay_build_info", [("version", RendererVersion.number)], 1)
    context.metrics.write(to: &text)
    let counts = try context.store.counts()
    text.family("avatar_overlay_jobs", "gauge", "Renders that are kept, by their state.")
    for state in JobRecord.State.allCases {
      text.sample("avatar_overlay_jobs", [("state", state.rawValue)], Double(counts[state] ?? 0))
    }
    text.single(
      "avatar_overlay_queue_depth", "gauge", "Renders that wait.", Double(counts[.queued] ?? 0))
    text.single(
      "avatar_overlay_event_streams", "gauge", "Clients that listen to events.",
      Double(context.watch.count))
    if let load = context.load {
      text.single(
        "avatar_overlay_connections", "gauge", "Open connections.", Double(load.connections))
      text.single(
        "avatar_overlay_compute_running", "gauge", "Requests that work on pictures.",
        Double(load.running))
      text.single(
        "avatar_overlay_compute_waiting", "gauge",
        "Requests that wait for a thread that works on pictures.", Double(load.waiting))
      text.single(
        "avatar_overlay_recording_running", "gauge",
        "Requests that work on a recording or a comparison.", Double(load.recordingsRunning))
      text.single(
        "avatar_overlay_recording_waiting", "gauge",
        "Requests with a recording, or to compare, that wait for a thread.",
        Double(load.recordingsWaiting))
    }
    if let free = context.folders.freeBytes {
      text.single(
        "avatar_overlay_free_bytes", "gauge", "Free bytes of the data folder's disk.", Double(free))
    }
    return .bytes(
      Array(text.text.utf8), mediaType: PrometheusText.mediaType,
      headers: [HTTPField("Cache-Control", "no-store")])
  }
}
