internal import Access
internal import Digests
internal import Foundation
internal import HTTPServer
internal import JSON
internal import Problems
internal import Store
internal import Text

/// `/v1/renders`: recordings to be rendered, as jobs.
struct RendersEndpoint {
  let context: ServiceContext

  /// How many renders a list has at most, and where nothing is said.
  static let pageRange = 1...100
  static let defaultPage = 20

  var routes: [HTTPRoute] {
    let context = context
    func operation(
      _ method: String, _ pattern: String, query: [String] = []
    ) -> Operation {
      var operation = Operation(method, pattern)
      operation.right = .renders
      operation.query = query
      return operation
    }
    return [
      context.route(operation("GET", "/v1/renders", query: ["limit", "cursor"])) {
        request, caller in
        try RendersEndpoint(context: context).list(request, caller)
      },
      context.route(operation("GET", "/v1/renders/{id}")) { request, caller in
        try RendersEndpoint(context: context).item(request, caller)
      },
      context.route(operation("DELETE", "/v1/renders/{id}")) { request, caller in
        try RendersEndpoint(context: context).delete(request, caller)
      },
      context.route(operation("GET", "/v1/renders/{id}/events")) { request, caller in
        try RendersEndpoint(context: context).events(request, caller)
      },
    ] + RenderFiles(context: context).routes + RenderSubmission(context: context).routes
      + DeliveriesEndpoint(context: context).routes
  }

  private func list(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    _ = try Negotiation(request.head).choose([FrameAnswer.json])
    let query = try Query(request.head, known: ["limit", "cursor"])
    let limit = try query.integer("limit", in: Self.pageRange) ?? Self.defaultPage
    let cursor = query["cursor"]
    if let cursor, !RandomName.isFit(cursor) {
      throw Query.fault("cursor", "cursor: expected the nextCursor of the previous list")
    }
    // One more than asked for tells whether there are further ones.
    let jobs = try context.store.jobs(of: caller.tenant, after: cursor, limit: limit + 1)
    // An end that comes of a render that was removed meanwhile would hide all that follow it.
    if jobs.isEmpty, let cursor, try context.store.job(cursor, of: caller.tenant) == nil {
      throw ServiceProblem(
        .jobNotFound, "cursor: its render was removed; begin again without a cursor",
        faults: [.init(pointer: "cursor", detail: "its render was removed")])
    }
    let json = context.renderJSON
    return HTTPResponse.json(
      .object([
        ("renders", .array(try jobs.prefix(limit).map(json.value))),
        ("nextCursor", jobs.count > limit ? .string(jobs[limit - 1].id) : .null),
      ]))
  }

  private func item(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    _ = try Negotiation(request.head).choose([FrameAnswer.json])
    return HTTPResponse.json(
      try context.renderJSON.value(try context.job(request, caller)))
  }

  private func delete(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    _ = try Negotiation(request.head).choose([FrameAnswer.json])
    let job = try context.job(request, caller)
    return HTTPResponse.json(try context.renderJSON.value(try context.cancel(job)))
  }

  private func events(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    _ = try Negotiation(request.head).choose(["text/event-stream"])
    let job = try context.job(request, caller)
    guard let stream = context.watch.stream(of: job.id, tenant: caller.tenant) else {
      throw ServiceProblem(
        .serverBusy,
        "\(context.settings.maximumEventStreams) clients listen already, the most allowed; ask for"
          + " the render's state from time to time",
        headers: [HTTPField("Retry-After", "10")])
    }
    return HTTPResponse(
      headers: [
        HTTPField("Content-Type", "text/event-stream"), HTTPField("Cache-Control", "no-store"),
        // nginx keeps events back otherwise.
        HTTPField("X-Accel-Buffering", "no"),
      ], body: .events(stream))
  }
}

extension ServiceContext {
  /// How renders are described.
  var renderJSON: RenderJSON {
    RenderJSON(links: RenderLinks(settings: settings, gate: gate, problems: problems))
  }

  /// The render that the path names; 404 where there is none, or it is another tenant's.
  func job(_ request: HTTPRequest, _ caller: Caller) throws -> JobRecord {
    let id = request.head.parameters["id"] ?? ""
    guard RandomName.isFit(id), let job = try store.job(id, of: caller.tenant) else {
      throw ServiceProblem(.jobNotFound, "there is no render \(Shown.text(id))")
    }
    return job
  }
}
