internal import JSON
internal import ServiceConfiguration

/// What operations share, by name: the components of their OpenAPI document.
struct InterfaceComponents<Context> {
  private let operations: [ServiceOperation<Context>]
  private let settings: ServiceSettings

  init(_ operations: [ServiceOperation<Context>], _ settings: ServiceSettings) {
    (self.operations, self.settings) = (operations, settings)
  }

  /// The components; each is there because an operation refers to it.
  var json: JSONValue {
    [
      "schemas": Self.named(schemas) { ($0.name, $0.schema.json) },
      "responses": Self.named(problems) { ($0.name, $0.json(settings)) },
      "headers": Self.named(headers) { ($0.component, $0.json) },
      "parameters": Self.named(operations.flatMap(\.allParameters)) { parameter in
        parameter.component.map { ($0, parameter.json) }
      },
      "securitySchemes": Self.securitySchemes,
    ]
  }

  /// An object of items by their names, each once.
  private static func named<Item>(
    _ items: [Item], _ member: (Item) -> (String, JSONValue)?
  ) -> JSONValue {
    var seen: Set<String> = []
    return .object(items.compactMap(member).filter { seen.insert($0.0).inserted })
  }

  /// The responses that are described once for all.
  private var problems: [ProblemResponse] { operations.flatMap(\.problems) }

  private var headers: [AnswerHeader] {
    operations.flatMap(\.answers).flatMap(\.headers) + problems.flatMap(\.headers)
  }

  /// Every named schema that is referred to, also by others.
  private var schemas: [NamedSchema] {
    var open: [NamedSchema] = []
    for operation in operations {
      open += operation.body?.references ?? []
      for parameter in operation.parameters { open += parameter.schema.references }
      for content in operation.answers.flatMap(\.contents) { open += content.schema.references }
    }
    open.append(ServiceProblem.schema)
    var (found, names) = ([NamedSchema](), Set<String>())
    while !open.isEmpty {
      let next = open.removeFirst()
      guard names.insert(next.name).inserted else { continue }
      found.append(next)
      open += next.schema.references
    }
    return found
  }

  private static var securitySchemes: JSONValue {
    [
      "key": [
        "type": "http", "scheme": "bearer", "bearerFormat": "ao_...",
        "description":
          "A key of `avatar-overlay keys`. While no key is configured, the service listens on loopback only and accepts requests without one.",
      ],
      "signedLink": [
        "type": "apiKey", "in": "query", "name": "signature",
        "description": "A link that a render names, with expires, tenant, key and signature.",
      ],
    ]
  }
}
