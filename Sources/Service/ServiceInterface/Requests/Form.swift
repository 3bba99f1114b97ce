package import JSON

/// A part of a form.
package struct FormPart: Sendable {
  /// Its name; of photos what their names begin with.
  package let name: String
  package let schema: JSONSchema
  /// The media types that it is sent with.
  package let contentType: String?
  /// Whether the form cannot do without it.
  package let isRequired: Bool
  /// Whether there may be several of the name.
  package let repeats: Bool
  /// Whether other names begin with it.
  package let isPrefix: Bool

  package init(
    _ name: String, _ schema: JSONSchema, as contentType: String? = nil, isRequired: Bool = false,
    repeats: Bool = false, isPrefix: Bool = false
  ) {
    (self.name, self.schema, self.contentType) = (name, schema, contentType)
    (self.isRequired, self.repeats, self.isPrefix) = (isRequired, repeats, isPrefix)
  }

  /// A file.
  package static func file(
    _ name: String, _ description: String, as contentType: String, isRequired: Bool = false
  ) -> Self {
    Self(
      name, .bytes(MediaTypes.bytes, description), as: contentType, isRequired: isRequired)
  }

  /// Members of a named schema as JSON.
  package static func json(_ name: String, _ schema: NamedSchema) -> Self {
    Self(name, .reference(schema), as: MediaTypes.json)
  }
}

/// The parts that a `multipart/form-data` body may have: what the reader takes and the document shows.
package struct Form: Sendable {
  package let parts: [FormPart]
  /// What must hold between the parts, as keywords of the schema.
  package let rule: [JSONValue.Member]
  package let examples: [NamedExample]

  package init(_ parts: [FormPart], rule: [(String, JSONValue)] = [], examples: [NamedExample] = [])
  {
    self.parts = parts
    self.rule = rule.map { JSONValue.Member(name: $0.0, value: $0.1) }
    self.examples = examples
  }

  /// The named schemas that it refers to.
  var references: [NamedSchema] { parts.flatMap(\.schema.references) }

  /// What the document says of it.
  package var json: JSONValue {
    var schema: [(String, JSONValue)] = [
      ("type", "object"),
      ("properties", .object(parts.filter { !$0.isPrefix }.map { ($0.name, $0.schema.json) })),
    ]
    let prefixes = parts.filter(\.isPrefix)
    if !prefixes.isEmpty {
      schema.append(
        ("patternProperties", .object(prefixes.map { ("^\($0.name)[^=]+$", $0.schema.json) })))
    }
    let required = parts.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { schema.append(("required", .array(required))) }
    schema.append(("additionalProperties", false))
    schema += rule.map { ($0.name, $0.value) }
    // The names of the others are not known, and an encoding is a member's of the schema.
    let encoding = parts.filter { !$0.isPrefix }.compactMap { part -> (String, JSONValue)? in
      part.contentType.map { (part.name, ["contentType": .string($0)]) }
    }
    return [
      "schema": .object(schema), "encoding": .object(encoding),
      "examples": NamedExample.json(examples),
    ]
  }
}
