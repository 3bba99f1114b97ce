internal import Problems

extension ServiceProblem {
  /// The codes that answers have.
  package static let codes = NamedSchema(
    "ProblemCode",
    .choice(
      "A stable code; Documentation/errors.md.",
      of: ProblemCode.allCases.filter { $0.status != nil }.map(\.rawValue)))

  /// Problem details.
  package static let schema = NamedSchema(
    "Problem",
    .object(
      "Problem details, RFC 9457.",
      [
        "type": .text(
          "A path of this service that says what the code means.", format: "uri-reference"),
        "title": .text("The same for every occurrence."),
        "status": .whole("The status."),
        "detail": .text("What, where, found, expected, in one line."),
        "instance": .text("The request's id.", format: "uri-reference"),
        "code": .reference(codes),
        "errors": .list(of: Fault.schema),
      ], required: ["type", "title", "status", "detail", "instance", "code"]
    ).examples(
      ServiceProblem(
        .invalidOptions, "options /mirror: true or false expected, a number found",
        faults: [.init(pointer: "/mirror", detail: "true or false expected, a number found")]
      ).json(requestID: "4f1c")))
}

extension ServiceProblem.Fault {
  /// What is wrong with one value.
  fileprivate static let schema = JSONSchema.object(
    nil,
    [
      "pointer": .text(
        "Where: a JSON pointer into the options, or the name of a part or parameter."),
      "detail": .text("What was found and expected."),
      "line": .whole("The line of the options' text, if the value is in it.", from: 1),
      "column": .whole("The character of that line, counted from 1.", from: 1),
    ], required: ["pointer", "detail"])
}
