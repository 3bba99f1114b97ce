package import JSON

/// A JSON Schema (2020-12) as OpenAPI 3.1 takes it, with the named schemas that it refers to.
package struct JSONSchema: Sendable {
  /// Its keywords, in the order in which they are written.
  package private(set) var keywords: [JSONValue.Member]
  /// The named schemas that it refers to, directly.
  private(set) var references: [NamedSchema] = []

  /// Makes a schema of keywords.
  ///
  /// - Parameter description: what values mean; nil where the name of the member says it.
  package init(
    _ description: String?, _ keywords: [(String, JSONValue)], refersTo: [NamedSchema] = []
  ) {
    let described = description.map { [("description", JSONValue.string($0))] } ?? []
    self.keywords = (keywords + described).map { JSONValue.Member(name: $0.0, value: $0.1) }
    references = refersTo
  }

  /// The schema as JSON.
  package var json: JSONValue { .members(keywords) }

  /// The same with one more keyword.
  package func with(_ keyword: String, _ value: JSONValue) -> Self {
    var schema = self
    schema.keywords.append(JSONValue.Member(name: keyword, value: value))
    return schema
  }

  /// The same with values that fit it.
  package func examples(_ values: JSONValue...) -> Self { with("examples", .array(values)) }
}

/// A schema that others refer to by its name.
package struct NamedSchema: Sendable {
  /// Its name among the components of the document.
  package let name: String
  /// What it says.
  package let schema: JSONSchema

  package init(_ name: String, _ schema: JSONSchema) { (self.name, self.schema) = (name, schema) }
}

// Plain values.
extension JSONSchema {
  /// A text.
  package static func text(
    _ description: String? = nil, pattern: String? = nil, format: String? = nil
  ) -> Self {
    var keywords: [(String, JSONValue)] = [("type", "string")]
    if let pattern { keywords.append(("pattern", .string(pattern))) }
    if let format { keywords.append(("format", .string(format))) }
    return Self(description, keywords)
  }

  /// One of some words.
  package static func choice(_ description: String? = nil, of words: [String]) -> Self {
    Self(description, [("type", "string"), ("enum", .array(words.map { .string($0) }))])
  }

  /// A time (RFC 3339).
  package static func time(_ description: String) -> Self { text(description, format: "date-time") }

  /// Bytes of a media type.
  ///
  /// OpenAPI 3.1 has `contentMediaType` for them; generators of clients look for the older `format`.
  package static func bytes(_ mediaType: String, _ description: String? = nil) -> Self {
    Self(
      description,
      [("type", "string"), ("format", "binary"), ("contentMediaType", .string(mediaType))])
  }

  /// A whole number.
  package static func whole(
    _ description: String? = nil, from minimum: Int? = nil, to maximum: Int? = nil
  ) -> Self {
    var keywords: [(String, JSONValue)] = [("type", "integer")]
    if let minimum { keywords.append(("minimum", .integer(minimum))) }
    if let maximum { keywords.append(("maximum", .integer(maximum))) }
    return Self(description, keywords)
  }

  /// A number; one that `above` names, or `below`, is beyond it.
  package static func number(
    _ description: String? = nil, from minimum: Double? = nil, to maximum: Double? = nil,
    above: Double? = nil, below: Double? = nil
  ) -> Self {
    let limits: [(String, Double?)] = [
      ("minimum", minimum), ("exclusiveMinimum", above), ("maximum", maximum),
      ("exclusiveMaximum", below),
    ]
    return Self(
      description,
      [("type", "number")] + limits.compactMap { name, limit in limit.map { (name, .number($0)) } })
  }

  /// True or false.
  package static func flag(_ description: String? = nil) -> Self {
    Self(description, [("type", "boolean")])
  }
}

// Values that hold others.
extension JSONSchema {
  /// A named schema.
  package static func reference(_ named: NamedSchema) -> Self {
    Self(nil, [("$ref", .string("#/components/schemas/\(named.name)"))], refersTo: [named])
  }

  /// A value, or null.
  package static func nullable(_ schema: JSONSchema) -> Self {
    Self(
      nil, [("anyOf", .array([schema.json, ["type": "null"]]))], refersTo: schema.references)
  }

  /// A list.
  package static func list(
    of item: JSONSchema, _ description: String? = nil, from minimum: Int? = nil,
    to maximum: Int? = nil
  ) -> Self {
    var keywords: [(String, JSONValue)] = [("type", "array"), ("items", item.json)]
    if let minimum { keywords.append(("minItems", .integer(minimum))) }
    if let maximum { keywords.append(("maxItems", .integer(maximum))) }
    return Self(description, keywords, refersTo: item.references)
  }

  /// An object whose members have any names.
  package static func map(of value: JSONSchema, _ description: String? = nil) -> Self {
    Self(
      description, [("type", "object"), ("additionalProperties", value.json)],
      refersTo: value.references)
  }

  /// An object.
  ///
  /// - Parameters:
  ///   - required: the members that it always has; nil for all.
  ///   - isClosed: whether it has no other members.
  package static func object(
    _ description: String? = nil, _ members: KeyValuePairs<String, JSONSchema>,
    required: [String]? = nil, isClosed: Bool = false
  ) -> Self {
    let required = required ?? members.map(\.key)
    var keywords: [(String, JSONValue)] = [
      ("type", "object"), ("properties", .object(members.map { ($0.key, $0.value.json) })),
    ]
    if !required.isEmpty {
      keywords.append(("required", .array(required.map { .string($0) })))
    }
    if isClosed { keywords.append(("additionalProperties", false)) }
    return Self(description, keywords, refersTo: members.flatMap(\.value.references))
  }

  /// What fits all of some schemas.
  package static func all(of schemas: [JSONSchema]) -> Self {
    Self(
      nil, [("allOf", .array(schemas.map(\.json)))], refersTo: schemas.flatMap(\.references))
  }
}
