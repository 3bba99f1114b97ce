internal import Access
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Jobs
internal import Problems
internal import Recordings
internal import ServiceInterface

/// `DELETE /v1/subjects/{id}`: all renders of a tenant that show a person go.
struct SubjectEndpoint {
  let context: ServiceContext

  private static let subject = OperationParameter(
    .path, "id",
    "The `subject` of the renders; one with a slash is erased by the verb `erase` alone.",
    .text().with("minLength", 1).with("maxLength", .integer(RecordingProvenance.longestText)),
    example: "child-4")

  private static let schema = NamedSchema(
    "Erasure",
    .object(
      "What was erased.",
      [
        "renders": .whole(
          "Renders, in whatever state they were; 0 where none has the subject (any more)."),
        "files": .whole(
          "Their recordings and outputs, whose SHA-256 are kept without the subject."),
        "bytes": .whole("What these weighed."),
        "backups": .text("What backups may still have, in words."),
      ], isClosed: true))

  static let operation = Operation(
    .delete, "/v1/subjects/{id}", id: "eraseSubject", .renders, "Erases a person.",
    "Removes all renders that have the `subject`: those that wait or run are cancelled, and recordings, outputs,"
      + " links, deliveries and what was set aside go before the answer. What is accepted meanwhile stays. What a"
      + " killed service did not come to is continued at its next start. A second request finds nothing and is"
      + " answered in the same way.",
    right: .scope(.renders), parameters: [subject],
    answers: [
      .json(
        200, "Nothing of it is left here.", schema,
        examples: [
          .init("erased", "There were two.", example(renders: 2, files: 9, bytes: 6_291_456)),
          .init("none", "There was none.", example(renders: 0, files: 0, bytes: 0)),
        ])
    ], problems: [.notFound, unprocessable], pool: .recording, cost: RequestCost.erasure
  ) { context, request, caller in
    try SubjectEndpoint(context: context).erase(request, caller)
  }

  private static let blanks = "subject: a blank at an end found; an ID has none there"

  private static let unprocessable = ProblemResponse.unprocessable(
    "Subject", [.overLimit, .invalidOptions],
    details: [
      .invalidOptions: blanks,
      .overLimit:
        "subject: 201 characters found, at most \(RecordingProvenance.longestText) allowed",
    ])

  /// The service does not know what was copied of it, and where to.
  private static let backups =
    "Backups that were made before still have it, until they are deleted: avatar-overlay erase --backup names"
    + " what each of them has."

  private static func example(renders: Int, files: Int, bytes: Int) -> JSONValue {
    [
      "renders": .integer(renders), "files": .integer(files), "bytes": .integer(bytes),
      "backups": .string(backups),
    ]
  }

  private func erase(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    let text = request.head.parameters["id"] ?? ""
    guard let subject = RecordingProvenance.subject(text) else {
      throw ServiceProblem(.invalidOptions, Self.blanks)
    }
    guard !subject.isEmpty else { throw ServiceProblem(.notFound, "subject: empty") }
    guard subject.count <= RecordingProvenance.longestText else {
      throw ServiceProblem(
        .overLimit,
        "subject: \(subject.count) characters found, at most \(RecordingProvenance.longestText) allowed"
      )
    }
    let erased = try context.runner.erase(subject, of: caller.tenant)
    try context.audit.write(erased, by: .request(request.head, caller))
    return .json(.object(erased.members + [("backups", .string(Self.backups))]))
  }
}
