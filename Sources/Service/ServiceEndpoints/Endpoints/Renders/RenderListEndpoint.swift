internal import Access
internal import Digests
internal import HTTPMessages
internal import JSON
internal import Problems
internal import ServiceInterface
internal import Store

/// `GET /v1/renders`: the renders of a tenant.
struct RenderListEndpoint {
  let context: ServiceContext

  /// How many renders a list has at most, and where nothing is said.
  static let pageRange = 1...100
  static let defaultPage = 20

  private static let limit = OperationParameter(
    .query, "limit", "How many at most.",
    .whole(from: pageRange.lowerBound, to: pageRange.upperBound)
      .with("default", .integer(defaultPage)))
  private static let cursor = OperationParameter(
    .query, "cursor",
    "The `nextCursor` of the list before; 404 if the render that it names was removed meanwhile: begin"
      + " again without it.", .text(pattern: RenderSchemas.idPattern))

  static let operation = Operation(
    .get, "/v1/renders", id: "listRenders", .renders, "Lists renders, newest first.",
    "The renders of the key's tenant.", right: .scope(.renders), parameters: [limit, cursor],
    answers: [
      .json(
        200, "Renders.", RenderSchemas.list, examples: examples,
        links: [
          .init(
            "next", to: "listRenders", as: "cursor", "$response.body#/nextCursor",
            "The renders after these."),
          .init("first", to: "getRender", "$response.body#/renders/0/id", "The newest."),
        ])
    ], problems: [.renderNotFound]
  ) { context, request, caller in
    try RenderListEndpoint(context: context).answer(request, caller)
  }

  private static let examples: [NamedExample] = [
    .init(
      "page", "A page, and there are more.",
      ["renders": [RenderExamples.rendering], "nextCursor": .string(RenderExamples.id)]),
    .init("last", "None so far.", ["renders": [], "nextCursor": .null]),
  ]

  private func answer(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    let query = try Query(request.head, known: Self.operation.queryNames)
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
    let renders = try context.renderJSON.values(
      jobs.prefix(limit), for: .request(request.head, caller))
    return HTTPResponse.json(
      .object([
        ("renders", .array(renders)),
        ("nextCursor", jobs.count > limit ? .string(jobs[limit - 1].id) : .null),
      ]))
  }
}
