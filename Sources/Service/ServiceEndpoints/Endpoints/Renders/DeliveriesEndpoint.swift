internal import Access
internal import HTTPMessages
internal import JSON
internal import ServiceInterface
internal import Store

/// `GET /v1/renders/{id}/deliveries`: the deliveries to a render's webhook.
struct DeliveriesEndpoint {
  let context: ServiceContext

  static let operation = Operation(
    .get, "/v1/renders/{id}/deliveries", id: "listDeliveries", .renders,
    "What was sent to a render's webhook.",
    "Every event of the render that was or will be sent to its `webhookUrl`, with all attempts, in the"
      + " order in which they happened; empty if it has no webhook.",
    right: .scope(.renders), parameters: [.job],
    answers: [
      .json(200, "The deliveries.", DeliverySchemas.list, examples: DeliverySchemas.examples)
    ], problems: [.renderNotFound]
  ) { context, request, caller in
    let job = try context.job(request, caller)
    let log = try context.outbox.deliveries(about: job.id, of: caller.tenant)
    let deliveries = log.map { entry in
      Self.json(entry.delivery, entry.attempts, context.problems)
    }
    return HTTPResponse.json(.object([("deliveries", .array(deliveries))]))
  }

  private static func json(
    _ delivery: Delivery, _ attempts: [DeliveryAttempt], _ problems: ProblemTable
  ) -> JSONValue {
    .object([
      ("id", .string(delivery.id)), ("type", .string(delivery.type)),
      ("createdAt", ServiceTime.json(delivery.createdAt)), ("url", .string(delivery.url)),
      ("state", .string(delivery.state.rawValue)), ("nextAt", ServiceTime.json(delivery.nextAt)),
      (
        "attempts",
        .array(
          attempts.map { attempt in
            .object([
              ("number", .integer(attempt.number)), ("at", ServiceTime.json(attempt.at)),
              ("status", attempt.status.map { .integer($0) } ?? .null),
              ("error", .optional(attempt.error.map { problems.hiding($0) })),
              ("milliseconds", .integer(attempt.milliseconds)),
            ])
          })
      ),
    ])
  }
}
