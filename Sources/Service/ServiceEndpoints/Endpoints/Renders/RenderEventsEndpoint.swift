internal import Access
internal import HTTPMessages
internal import JSON
internal import Problems
internal import ServiceConfiguration
internal import ServiceInterface
internal import Store

/// `GET /v1/renders/{id}/events`: a render's progress as it happens.
struct RenderEventsEndpoint {
  let context: ServiceContext

  static let operation = Operation(
    .get, "/v1/renders/{id}/events", id: "watchRender", .renders,
    "A render's progress as it happens.",
    "Server-sent events until the render has ended: `state` and `progress`, each with the render as `GET`"
      + " gives it; the schema is that of one event. The first comes at once, with the state so far. A"
      + " comment comes after 15 s without news, so that proxies keep the connection open. The stream ends"
      + " after the state `done`, `failed` or `cancelled`, and within seconds after its key is disabled.",
    right: .scope(.renders), parameters: [.job, lastEvent],
    answers: [
      OperationAnswer(
        200, "Events.",
        [
          .init(
            MediaTypes.events, .reference(RenderSchemas.event),
            examples: [
              .init(
                "end", "A render that ends while a client listens.",
                .string(RenderExamples.events))
            ])
        ], headers: [accelBuffering])
    ], problems: [.renderNotFound], limits: ["--max-event-streams"]
  ) { context, request, caller in
    try RenderEventsEndpoint(context: context).answer(request, caller)
  }

  private static let lastEvent = OperationParameter(
    .header, "Last-Event-ID",
    "Sent by clients that connect again; it changes nothing, since the first event has the whole state.",
    .text())
  private static let accelBuffering = AnswerHeader(
    "X-Accel-Buffering", as: "AccelBuffering", "Always `no`: nginx passes events on at once.",
    .text().with("const", "no"))

  private func answer(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    let job = try context.job(request, caller)
    // A client that asks for the fields alone listens to nothing, and takes no place.
    let stream =
      request.head.method == "HEAD"
      ? HTTPEventStream()
      : context.watch.stream(of: job.id, tenant: caller.tenant) {
        [gate = context.gate, head = request.head] in gate.isAdmitted(head, scope: .renders)
      }
    guard let stream else {
      throw ServiceProblem(
        .serverBusy,
        "\(context.settings.maximumEventStreams) clients listen already, the most allowed; ask for"
          + " the render's state from time to time",
        headers: [HTTPField("Retry-After", "10")])
    }
    return HTTPResponse(
      headers: [
        HTTPField("Content-Type", MediaTypes.events), HTTPField("Cache-Control", "no-store"),
        // nginx keeps events back otherwise.
        HTTPField("X-Accel-Buffering", "no"),
      ], body: .events(stream))
  }
}
