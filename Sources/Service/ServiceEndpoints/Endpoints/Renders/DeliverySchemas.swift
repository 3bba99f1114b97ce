internal import JSON
internal import ServiceInterface

/// What answers say of the deliveries to a webhook.
enum DeliverySchemas {
  static let list = NamedSchema(
    "DeliveryList",
    .object(
      "What was sent to a render's webhook.", ["deliveries": .list(of: .reference(delivery))],
      isClosed: true))

  private static let delivery = NamedSchema(
    "Delivery",
    .object(
      "An event that is sent to a webhook.",
      [
        "id": .text("The same at every attempt.", pattern: RenderSchemas.idPattern),
        "type": .choice(of: ["render.done", "render.failed", "render.cancelled"]),
        "createdAt": .time("When the render ended."), "url": .text("Where it goes."),
        "state": .choice(
          "`gone`: the receiver answered 410. `abandoned`: all attempts failed, or its host is no longer"
            + " allowed.", of: ["pending", "delivered", "gone", "abandoned"]),
        "nextAt": .nullable(.time("When it is tried next.")),
        "attempts": .list(of: .reference(attempt)),
      ], isClosed: true))

  private static let attempt = NamedSchema(
    "DeliveryAttempt",
    .object(
      "One attempt to send an event.",
      [
        "number": .whole(from: 1), "at": .time("When it began."),
        "status": .nullable(.whole("The answer's status; null if there was none.")),
        "error": .nullable(.text("What went wrong; null if nothing did.")),
        "milliseconds": .whole(from: 0),
      ], isClosed: true))

  static let examples: [NamedExample] = [
    .init(
      "delivered", "The second attempt succeeded.",
      [
        "deliveries": [
          [
            "id": "309ddc6127f4df8848a63f1eacec0d8e", "type": "render.done",
            "createdAt": "2026-05-01T12:00:12.000Z", "url": "https://hooks.example.org/renders",
            "state": "delivered", "nextAt": .null,
            "attempts": [attempted(1, "12.100", 503, 41), attempted(2, "20.300", 204, 38)],
          ]
        ]
      ]),
    .init("none", "It has no webhook, or has not ended.", ["deliveries": []]),
  ]

  private static func attempted(
    _ number: Int, _ second: String, _ status: Int, _ milliseconds: Int
  ) -> JSONValue {
    [
      "number": .integer(number), "at": .string("2026-05-01T12:00:\(second)Z"),
      "status": .integer(status), "error": .null, "milliseconds": .integer(milliseconds),
    ]
  }
}
