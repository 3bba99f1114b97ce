public import JSON

/// JSON Schemas of requests, from the table.
public enum RequestSchema {
  /// The members of a place's object, as OpenAPI's schema objects, in the order of the table.
  public static func properties(in context: RequestContext) -> [JSONValue.Member] {
    var properties = [
      member(
        RequestTable.versionKey,
        [
          "type": "integer", "const": .integer(RenderRequest.version),
          "description": "The version of this format.",
        ])
    ]
    let rows = RequestTable.members(in: context)
    var objects: Set<String> = []
    for row in rows {
      for alias in row.more.aliases where alias.isSingle && alias.contexts.meets(context) {
        let note = "One name, in place of `\(row.path)`: every face has it."
        properties.append(
          member(alias.name, .object(name + [("description", .string(note))])))
      }
      guard let name = row.parts.object else {
        properties.append(schema(of: row, in: context))
        continue
      }
      guard objects.insert(name).inserted else { continue }
      properties.append(object(name, of: rows.filter { $0.parts.object == name }, in: context))
    }
    return properties
  }

  /// What the objects within a request are.
  private static let notes = [
    "tracking": "How the tracking is read where its file does not say.",
    "card": "A share card.",
  ]

  private static func member(_ name: String, _ value: JSONValue) -> JSONValue.Member {
    JSONValue.Member(name: name, value: value)
  }

  /// The schema of an object within a request.
  private static func object(
    _ name: String, of rows: [RequestMember], in context: RequestContext
  ) -> JSONValue.Member {
    var schema: [(String, JSONValue)] = [
      ("type", "object"), ("description", .string(notes[name] ?? "")),
      ("properties", .members(rows.map { Self.schema(of: $0, in: context) })),
      ("additionalProperties", false),
    ]
    let required = rows.filter(\.more.isRequired).map { JSONValue.string($0.parts.name) }
    if !required.isEmpty { schema.append(("required", .array(required))) }
    return member(name, .object(schema))
  }

  private static func schema(
    of row: RequestMember, in context: RequestContext
  ) -> JSONValue.Member {
    var schema = type(of: row.shape(in: context))
    switch row.defaultValue ?? row.more.defaultWords.flatMap({ Int($0) }).map({ .integer($0) }) {
    case nil, .array?: break
    case let standard?: schema.append(("default", standard))
    }
    schema.append(("description", .string(sentence(row.more.note ?? row.help))))
    return member(row.parts.name, .object(schema))
  }

  /// What a schema says of values of a shape.
  private static func type(of shape: ValueShape) -> [(String, JSONValue)] {
    switch shape {
    case .flag: [("type", "boolean")]
    case .flagOrWhole(let range):
      [("anyOf", [.object(type(of: .flag)), .object(type(of: .whole(range)))])]
    case .choice(let words, _):
      [("type", "string"), ("enum", .array(words.map { .string($0) }))]
    case .whole(let range):
      [
        ("type", "integer"), ("minimum", .integer(range.lowerBound)),
        ("maximum", .integer(range.upperBound)),
      ]
    case .wholeOf(let numbers):
      [("type", "integer"), ("enum", .array(numbers.map { .integer($0) }))]
    case .number(let range):
      [
        ("type", "number"), ("minimum", .number(range.lowerBound)),
        ("maximum", .number(range.upperBound)),
      ]
    case .text(let most):
      // A text of blanks alone is none.
      [("type", "string"), ("pattern", "\\S")] + (most.map { [("maxLength", .integer($0))] } ?? [])
    case .path: [("type", "string")]
    case .name: name
    case .paths: [("type", "array"), ("items", ["type": "string"]), ("minItems", 1)]
    case .assignments:
      [
        ("type", "array"), ("items", ["type": "string", "pattern": "^[^=]+=."]),
        ("minItems", 1),
      ]
    case .assignedNames(let most):
      [
        ("type", "array"),
        (
          "items",
          ["type": "string", "pattern": .string("^[^=]+=" + PlainName.pattern.dropFirst())]
        ),
        ("minItems", 1), ("maxItems", .integer(most)),
      ]
    case .names(let most):
      [("type", "array"), ("items", .object(name)), ("minItems", 1), ("maxItems", .integer(most))]
    case .written(let notation):
      [
        ("type", "string"), ("pattern", .string(notation.pattern)),
        ("examples", [.string(notation.example)]),
      ]
    case .writtenList(let notation, let most):
      [
        (
          "anyOf",
          [
            .object(type(of: .written(notation))),
            [
              "type": "array", "items": .object(type(of: .written(notation))), "minItems": 1,
              "maxItems": .integer(most),
            ],
          ]
        )
      ]
    case .wholeOrWritten(let range, let notation):
      [("anyOf", [.object(type(of: .whole(range))), .object(type(of: .written(notation)))])]
    case .numberOrWord(let range, let word):
      [("anyOf", [.object(type(of: .number(range))), ["type": "string", "const": .string(word)]])]
    case .numberOrWritten(let range, let notation):
      [("anyOf", [.object(type(of: .number(range))), .object(type(of: .written(notation)))])]
    }
  }

  /// A name that is looked up.
  private static let name: [(String, JSONValue)] = [
    ("type", "string"), ("pattern", .string(PlainName.pattern)),
    ("maxLength", .integer(PlainName.maximumLength)),
  ]

  /// A line of the help as a sentence.
  static func sentence(_ help: String) -> String {
    let text = help.prefix(1).uppercased() + help.dropFirst()
    return text.hasSuffix(".") ? text : text + "."
  }
}
