package import JSON
package import ServiceConfiguration

/// What an operation answers where nothing is wrong: a status, header fields and contents.
package struct OperationAnswer: Sendable {
  /// What it may hold.
  package struct Content: Sendable {
    package let mediaType: String
    package let schema: JSONSchema
    package let examples: [NamedExample]

    package init(_ mediaType: String, _ schema: JSONSchema, examples: [NamedExample] = []) {
      (self.mediaType, self.schema, self.examples) = (mediaType, schema, examples)
    }

    /// Bytes, such as a picture.
    package static func bytes(_ mediaType: String) -> Self { Self(mediaType, .bytes(mediaType)) }

    /// A text that is no JSON.
    package static func text(_ mediaType: String, examples: [NamedExample] = []) -> Self {
      Self(mediaType, .text(), examples: examples)
    }

    /// What the document says of it.
    package var json: JSONValue {
      .object(
        [("schema", schema.json)]
          + (examples.isEmpty ? [] : [("examples", NamedExample.json(examples))]))
    }
  }

  /// An operation that takes a value of the answer.
  package struct Link: Sendable {
    package let name: String
    package let operation: String
    package let parameter: String
    /// The value (OpenAPI's runtime expression).
    let expression: String
    package let description: String

    package init(
      _ name: String, to operation: String, as parameter: String = "id", _ expression: String,
      _ description: String
    ) {
      (self.name, self.operation, self.parameter) = (name, operation, parameter)
      (self.expression, self.description) = (expression, description)
    }
  }

  package let status: Int
  package let description: String
  /// Its header fields.
  package let headers: [AnswerHeader]
  package let contents: [Content]
  package let links: [Link]

  /// Makes an answer.
  ///
  /// - Parameter headers: those beside the ones of every answer.
  package init(
    _ status: Int = 200, _ description: String, _ contents: [Content] = [],
    headers: [AnswerHeader] = [], links: [Link] = []
  ) {
    (self.status, self.description) = (status, description)
    (self.contents, self.links) = (contents, links)
    let usual: [AnswerHeader] =
      [.requestID, .noSniff, .resourcePolicy] + (status == 204 ? [] : [.cacheControl])
    self.headers = usual + headers
  }

  /// An object of a named schema.
  package static func json(
    _ status: Int = 200, _ description: String, _ schema: NamedSchema,
    examples: [NamedExample] = [], headers: [AnswerHeader] = [], links: [Link] = []
  ) -> Self {
    Self(
      status, description, [Content(MediaTypes.json, .reference(schema), examples: examples)],
      headers: headers, links: links)
  }

  /// A file, which takes ranges and conditions: all of it, a part of it, and that it has not changed.
  package static func file(
    _ description: String, _ contents: [Content], headers: [AnswerHeader] = []
  ) -> [Self] {
    let headers: [AnswerHeader] = [.eTag, .acceptRanges, .lastModified] + headers
    return [
      Self(200, description, contents, headers: headers),
      Self(206, "A part of it.", contents, headers: headers + [.contentRange]),
      Self(304, "The client has the current version.", headers: headers),
    ]
  }

  /// What the document says of it.
  ///
  /// - Parameter problem: what else has the same status; nil for nothing.
  package func json(with problem: ProblemResponse?, _ settings: ServiceSettings) -> JSONValue {
    let own = Set(headers.map(\.field))
    let others = (problem?.headers ?? []).filter { !own.contains($0.field) }
    var members: [(String, JSONValue)] = [
      ("description", .string(description)), ("headers", AnswerHeader.json(headers + others)),
    ]
    var contents = self.contents.map { ($0.mediaType, $0.json) }
    if let problem {
      contents.append((ServiceProblem.mediaType, problem.content(settings)))
    }
    if !contents.isEmpty { members.append(("content", .object(contents))) }
    if !links.isEmpty {
      members.append(
        (
          "links",
          .object(
            links.map { link in
              let parameters = JSONValue.object([(link.parameter, .string(link.expression))])
              return (
                link.name,
                [
                  "operationId": .string(link.operation), "parameters": parameters,
                  "description": .string(link.description),
                ]
              )
            })
        ))
    }
    return .object(members)
  }
}
