package import JSON
package import Problems
package import ServiceConfiguration

/// A status from 400 on that operations answer, with the problems that it may tell.
package struct ProblemResponse: Sendable {
  /// Its name among the components of the document.
  package let name: String
  /// The status of all its codes.
  package let status: Int
  /// What is wrong, in words.
  package let summary: String
  package let codes: [ProblemCode]
  /// Header fields beside those of every problem.
  let moreHeaders: [AnswerHeader]
  /// Details of examples that are told otherwise here than elsewhere.
  package let details: [ProblemCode: String]

  /// Makes a response.
  package init(
    _ name: String, _ summary: String, _ codes: [ProblemCode], headers: [AnswerHeader] = [],
    details: [ProblemCode: String] = [:]
  ) {
    (self.name, self.summary, self.codes) = (name, summary, codes)
    (moreHeaders, self.details) = (headers, details)
    status = codes.first?.status ?? 500
  }

  /// Problems of what was sent.
  package static func unprocessable(
    _ what: String, _ codes: [ProblemCode], details: [ProblemCode: String] = [:]
  ) -> Self {
    Self("Unprocessable\(what)", "What was sent cannot be used", codes, details: details)
  }

  /// All its header fields.
  package var headers: [AnswerHeader] {
    [.requestID, .cacheControl, .noSniff, .resourcePolicy] + moreHeaders
  }

  /// What the document says of it.
  package func json(_ settings: ServiceSettings) -> JSONValue {
    let names = codes.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    return [
      "description": .string("\(summary): \(names)."), "headers": AnswerHeader.json(headers),
      "content": .object([(ServiceProblem.mediaType, content(settings))]),
    ]
  }

  /// The problem details, with an example of each.
  package func content(_ settings: ServiceSettings) -> JSONValue {
    let examples = codes.map { code in
      NamedExample(
        code.rawValue, code.title,
        ProblemExamples.problem(code, detail: details[code], settings)
          .json(requestID: "429553e65e250f30c3bfb5a6c6554305"))
    }
    return [
      "schema": JSONSchema.reference(ServiceProblem.schema).json,
      "examples": NamedExample.json(examples),
    ]
  }
}
