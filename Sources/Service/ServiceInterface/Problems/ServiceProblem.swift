public import HTTPMessages
public import JSON
public import Problems
public import Text

/// What is wrong with a request, as RFC 9457 tells it.
public struct ServiceProblem: ProblemReporting, Hashable, Sendable {
  /// What is wrong with one value of the request.
  public struct Fault: Hashable, Sendable {
    /// Where: a JSON pointer (RFC 6901) into the options, or the name of a part or parameter.
    public var pointer: String
    /// What was found and what was expected.
    public var detail: String

    /// The line and column of the options' text, where it is in there.
    public var place: TextPlace?

    /// Makes a fault.
    public init(pointer: String, detail: String, place: TextPlace? = nil) {
      (self.pointer, self.detail, self.place) = (pointer, detail, place)
    }

    /// The fault as JSON.
    package var json: JSONValue {
      var members: [(String, JSONValue)] = [
        ("pointer", .string(pointer)), ("detail", .string(detail)),
      ]
      if let place {
        members += [("line", .integer(place.line)), ("column", .integer(place.column))]
      }
      return .object(members)
    }
  }

  /// What kind of problem; one that clients are told.
  public var code: ProblemCode
  /// What, where, found, expected, in one line.
  public var detail: String
  /// The single values that are at fault.
  public var faults: [Fault]
  /// Header fields that the answer needs: `Retry-After`, `Allow`, `WWW-Authenticate`.
  public var headers: [HTTPField]

  /// The media type of problem details.
  public static let mediaType = "application/problem+json"

  /// Makes a problem.
  public init(
    _ code: ProblemCode, _ detail: String, faults: [Fault] = [], headers: [HTTPField] = []
  ) {
    self.code = code.forClients
    self.detail = detail.split(whereSeparator: \.isNewline).joined(separator: " ")
    self.faults = faults
    self.headers = headers
  }

  /// The problem.
  public var problemCode: ProblemCode { code }

  /// The HTTP status.
  public var status: Int { code.status ?? 500 }

  /// The problem as JSON.
  ///
  /// - Parameter requestID: becomes `instance`, by which the operator finds it in the log.
  public func json(requestID: String) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("type", .string(code.type)), ("title", .string(code.title)),
      ("status", .integer(status)), ("detail", .string(detail)),
      ("instance", .string("urn:request:\(requestID)")), ("code", .string(code.rawValue)),
    ]
    if !faults.isEmpty {
      members.append(("errors", .array(faults.map(\.json))))
    }
    return .object(members)
  }

  /// The problem as an answer.
  public func response(requestID: String) -> HTTPResponse {
    .bytes(
      json(requestID: requestID).bytes, mediaType: Self.mediaType, status: status,
      headers: [HTTPField("Cache-Control", "no-store")] + headers)
  }
}

extension ServiceProblem: CustomStringConvertible {
  /// One line for logs.
  public var description: String { "\(code.rawValue): \(detail)" }
}
