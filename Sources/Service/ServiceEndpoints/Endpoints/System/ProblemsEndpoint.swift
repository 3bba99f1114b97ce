internal import HTTPMessages
internal import JSON
internal import Problems
internal import ServiceInterface
internal import Text

/// `/problems/{code}`: what a problem's `type` leads to.
enum ProblemsEndpoint {
  static let operation = Operation(
    .get, "/problems/{code}", id: "getProblem", .service, "What a problem's code means.",
    "Where the `type` of a problem leads.", right: .open,
    parameters: [
      .init(.path, "code", "A problem's code.", .reference(ServiceProblem.codes))
    ],
    answers: [
      .json(
        200, "The code's meaning.", schema,
        examples: [.init("queue", "A code's meaning.", json(.queueFull, status: 429))])
    ], problems: [.notFound]
  ) { _, request, _ in
    let name = request.head.parameters["code"] ?? ""
    guard let code = ProblemCode(rawValue: name), let status = code.status else {
      throw ServiceProblem(.notFound, "there is no problem code \"\(Shown.text(name))\"")
    }
    return HTTPResponse.json(json(code, status: status))
  }

  private static func json(_ code: ProblemCode, status: Int) -> JSONValue {
    .object([
      ("code", .string(code.rawValue)), ("status", .integer(status)),
      ("title", .string(code.title)), ("advice", .string(code.advice)),
    ])
  }

  private static let schema = NamedSchema(
    "ProblemMeaning",
    .object(
      nil,
      [
        "code": .reference(ServiceProblem.codes),
        "status": .whole("The status of answers with it."), "title": .text("What it means."),
        "advice": .text("What a client should do."),
      ]))
}
