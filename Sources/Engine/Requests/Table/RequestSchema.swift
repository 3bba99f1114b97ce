/// JSON Schemas of requests, from the table.
public enum RequestSchema {
  /// The schema of a place's object: what OpenAPI calls a schema object.
  public static func object(in context: RequestContext) -> RequestValue {
    .object([
      .init("type", .text("object")), .init("properties", properties(in: context)),
      .init("additionalProperties", .flag(false)),
    ])
  }

  /// Its members, in the order of the table.
  public static func properties(in context: RequestContext) -> RequestValue {
    var properties: [RequestValue.Member] = [
      .init(
        RequestTable.versionKey,
        .object([
          .init("type", .text("integer")), .init("const", .whole(RenderRequest.version)),
          .init("description", .text("The version of this format.")),
        ]))
    ]
    for row in RequestTable.members(in: context) {
      for alias in row.aliases where alias.isSingle && alias.contexts.meets(context) {
        properties.append(.init(alias.name, single(row, context)))
      }
      let (object, name) = row.parts
      let member = RequestValue.Member(name, schema(of: row, in: context))
      guard let object else {
        properties.append(member)
        continue
      }
      add(member, isRequired: row.isRequired, to: object, &properties)
    }
    return .object(properties)
  }

  /// What the objects within a request are.
  private static let objects = [
    "tracking": "How the tracking is read, where it does not say so itself.",
    "card": "A share card.",
  ]

  private static func add(
    _ member: RequestValue.Member, isRequired: Bool, to object: String,
    _ properties: inout [RequestValue.Member]
  ) {
    let index: Int
    if let known = properties.firstIndex(where: { $0.name == object }) {
      index = known
    } else {
      index = properties.count
      properties.append(
        .init(
          object,
          .object([
            .init("type", .text("object")),
            .init("description", .text(objects[object] ?? "")),
            .init("properties", .object([])),
            .init("additionalProperties", .flag(false)),
          ])))
    }
    guard case .object(var schema) = properties[index].value,
      let place = schema.firstIndex(where: { $0.name == "properties" }),
      case .object(let members) = schema[place].value
    else { return }
    schema[place].value = .object(members + [member])
    if isRequired { schema.append(.init("required", .list([.text(member.name)]))) }
    properties[index].value = .object(schema)
  }

  private static func single(_ row: RequestMember, _ context: RequestContext) -> RequestValue {
    .object(
      items(row.shape(in: context)) + [
        .init("description", .text("One name, in place of `\(row.path)`: every face has it."))
      ])
  }

  private static func schema(of row: RequestMember, in context: RequestContext) -> RequestValue {
    let shape = row.shape(in: context)
    var members = type(of: shape)
    let standard = row.defaultValue ?? row.defaultWords.flatMap { Int($0) }.map { .whole($0) }
    switch standard {
    case .flag, .whole, .number, .text: standard.map { members.append(.init("default", $0)) }
    default: break
    }
    members.append(.init("description", .text(sentence(row.note ?? row.help))))
    return .object(members)
  }

  private static func type(of shape: ValueShape) -> [RequestValue.Member] {
    switch shape {
    case .flag: [.init("type", .text("boolean"))]
    case .choice(let words, _):
      [.init("type", .text("string")), .init("enum", .list(words.map { .text($0) }))]
    case .whole(let range):
      [
        .init("type", .text("integer")), .init("minimum", .whole(range.lowerBound)),
        .init("maximum", .whole(range.upperBound)),
      ]
    case .wholeOf(let numbers):
      [.init("type", .text("integer")), .init("enum", .list(numbers.map { .whole($0) }))]
    case .number(let range):
      [
        .init("type", .text("number")), .init("minimum", .number(range.lowerBound)),
        .init("maximum", .number(range.upperBound)),
      ]
    case .text(let most):
      // A text of blanks alone is none.
      [.init("type", .text("string")), .init("pattern", .text("\\S"))]
        + (most.map { [.init("maxLength", .whole($0))] } ?? [])
    case .path: [.init("type", .text("string"))]
    case .name: items(shape)
    case .paths:
      [
        .init("type", .text("array")), .init("items", .object(items(shape))),
        .init("minItems", .whole(1)),
      ]
    case .names(let most):
      [
        .init("type", .text("array")), .init("items", .object(items(shape))),
        .init("minItems", .whole(1)), .init("maxItems", .whole(most)),
      ]
    case .written(let notation):
      [
        .init("type", .text("string")), .init("pattern", .text(notation.pattern)),
        .init("examples", .list([.text(notation.example)])),
      ]
    case .wholeOrWritten(let range, let notation):
      [
        .init(
          "anyOf",
          .list([.object(type(of: .whole(range))), .object(type(of: .written(notation)))]))
      ]
    }
  }

  /// One name or path of a list.
  private static func items(_ shape: ValueShape) -> [RequestValue.Member] {
    switch shape {
    case .name, .names:
      [
        .init("type", .text("string")), .init("pattern", .text(PlainName.pattern)),
        .init("maxLength", .whole(PlainName.maximumLength)),
      ]
    default: [.init("type", .text("string"))]
    }
  }

  /// A line of the help as a sentence.
  static func sentence(_ help: String) -> String {
    let text = help.prefix(1).uppercased() + help.dropFirst()
    return text.hasSuffix(".") ? text : text + "."
  }
}
