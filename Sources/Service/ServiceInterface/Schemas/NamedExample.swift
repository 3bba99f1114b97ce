package import JSON

/// A value that fits a schema, as the document shows it.
package struct NamedExample: Sendable {
  /// Its name among the examples of its place.
  package let name: String
  /// What it shows, in a line.
  package let summary: String
  /// The value.
  package let value: JSONValue

  package init(_ name: String, _ summary: String, _ value: JSONValue) {
    (self.name, self.summary, self.value) = (name, summary, value)
  }

  /// Examples as members of OpenAPI's `examples`.
  package static func json(_ examples: [NamedExample]) -> JSONValue {
    .object(
      examples.map { ($0.name, ["summary": .string($0.summary), "value": $0.value]) })
  }
}
