package import HTTPMessages
package import Problems
internal import Text

/// An error whose message for clients differs from the operator's: without paths of the server, or with
/// header fields and faults of the answer.
package protocol ClientFacing: ProblemReporting {
  /// The line.
  var clientDetail: String { get }
  /// The single values at fault.
  var clientFaults: [ServiceProblem.Fault] { get }
  /// Header fields of the answer.
  var clientHeaders: [HTTPField] { get }
}

extension ClientFacing {
  package var clientFaults: [ServiceProblem.Fault] { [] }
  package var clientHeaders: [HTTPField] { [] }
}

extension HTTPFault: ClientFacing {
  package var clientDetail: String {
    switch self {
    case .notFound(let path): "no resource at \(Shown.text(path)); see /openapi.json"
    case .methodNotAllowed(let allowed): "this path allows \(allowed.joined(separator: ", "))"
    case .bodyTooLarge(let limit): "the body has more than the \(limit) bytes allowed"
    case .badMultipart(let reason), .malformed(let reason): reason
    case .tooManyParts(let limit): "the body has more than the \(limit) parts allowed"
    case .busy(let seconds): "too many requests are waiting already; try again in \(seconds) s"
    case .stopping: "the service is stopping; try again in a moment"
    case .cannotSpool: "the body cannot be stored; the disk may be full"
    case .cannotReadSpool: "the body cannot be read from temporary storage"
    case .bodyShareUsed, .noRoomForBody, .unsupportedEncoding: "\(self)"
    case .unexpectedBody, .targetTooLong, .headerTooLarge, .tooSlow, .rangeNotSatisfiable,
      .preconditionFailed:
      "\(self)"
    }
  }

  package var clientHeaders: [HTTPField] {
    switch self {
    case .busy(let seconds), .bodyShareUsed(let seconds), .noRoomForBody(let seconds):
      [HTTPField("Retry-After", String(seconds))]
    case .stopping: [HTTPField("Retry-After", "5")]
    default: []
    }
  }
}
