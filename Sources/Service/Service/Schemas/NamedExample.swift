internal import JSON

/// A value that fits a schema, as the document shows it.
struct NamedExample: Sendable {
  /// Its name among the examples of its place.
  let name: String
  /// What it shows, in a line.
  let summary: String
  /// The value.
  let value: JSONValue

  init(_ name: String, _ summary: String, _ value: JSONValue) {
    (self.name, self.summary, self.value) = (name, summary, value)
  }

  /// Examples as members of OpenAPI's `examples`.
  static func json(_ examples: [NamedExample]) -> JSONValue {
    .object(
      examples.map { ($0.name, ["summary": .string($0.summary), "value": $0.value]) })
  }
}
