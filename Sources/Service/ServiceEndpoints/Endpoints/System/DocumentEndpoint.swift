internal import HTTPMessages
internal import JSON
internal import ServiceInterface

/// `/openapi.json`: the description of the interface, by the settings in force.
enum DocumentEndpoint {
  static let operation = Operation(
    .get, "/openapi.json", id: "getOpenAPI", .service, "This document.", "OpenAPI 3.1.",
    right: .open,
    answers: [
      OperationAnswer(
        200, "The document.", [.init(MediaTypes.json, JSONSchema(nil, [("type", "object")]))])
    ]
  ) { context, _, _ in
    .bytes(
      context.interfaceDescription { OpenAPIDocument.bytes(for: context.settings) },
      mediaType: MediaTypes.json,
      headers: [HTTPField("Cache-Control", "public, max-age=300")])
  }
}
