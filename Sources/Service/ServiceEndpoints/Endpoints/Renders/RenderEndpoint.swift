internal import Access
internal import HTTPMessages
internal import ServiceInterface
internal import Store

/// `GET` and `DELETE /v1/renders/{id}`: how a render stands, and its end.
struct RenderEndpoint {
  let context: ServiceContext

  private static let path = "/v1/renders/{id}"

  static let operations = [
    Operation(
      .get, path, id: "getRender", .renders, "A render's state.",
      "Also its progress, its times, and links to what it made.", right: .scope(.renders),
      parameters: [.job],
      answers: [
        .json(
          200, "The render.", RenderSchemas.render,
          examples: [
            .init("queued", "It waits.", RenderExamples.queued),
            .init("rendering", "It runs.", RenderExamples.rendering),
            .init("done", "It is done.", RenderExamples.done),
            .init("failed", "It failed.", RenderExamples.failed),
          ],
          links: [
            .init("events", to: "watchRender", "$request.path.id", "How it goes on."),
            .init("output", to: "getRenderOutput", "$request.path.id", "The clip."),
            .init("cancel", to: "deleteRender", "$request.path.id", "Cancels it, or removes it."),
          ])
      ], problems: [.renderNotFound]
    ) { context, request, caller in
      try RenderEndpoint(context: context).item(request, caller)
    },
    Operation(
      .delete, path, id: "deleteRender", .renders, "Cancels a render.",
      "A render that waits or runs is cancelled within a second; one that has ended is removed with its"
        + " files.", right: .scope(.renders), parameters: [.job],
      answers: [
        .json(
          200, "The render as it now is.", RenderSchemas.render,
          examples: [
            .init("cancelled", "It ran, and was cancelled.", RenderExamples.cancelled),
            .init("removed", "It was done, and its files are removed.", RenderExamples.done),
          ])
      ], problems: [.renderNotFound]
    ) { context, request, caller in
      try RenderEndpoint(context: context).delete(request, caller)
    },
  ]

  private func item(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    return HTTPResponse.json(
      try context.renderJSON.value(
        try context.job(request, caller), for: .request(request.head, caller)))
  }

  private func delete(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    let job = try context.job(request, caller)
    let origin = ServiceAudit.Origin.request(request.head, caller)
    try context.audit.write(job.state.isFinal ? .delete : .cancel, job: job.id, by: origin)
    return HTTPResponse.json(try context.renderJSON.value(try context.cancel(job), for: origin))
  }
}
