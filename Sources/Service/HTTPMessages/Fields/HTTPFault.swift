public import Problems

/// What can be wrong with a request before any route answers it.
public enum HTTPFault: Error, Hashable, Sendable {
  /// No route has this path.
  case notFound(path: String)
  /// The path has routes, for these methods.
  case methodNotAllowed(allowed: [String])
  /// The body is larger than the route takes, in bytes.
  case bodyTooLarge(limit: Int)
  /// A body where none is taken, or none where one is needed.
  case unexpectedBody
  /// The multipart body cannot be taken apart; the reason.
  case badMultipart(String)
  /// More parts than the limit.
  case tooManyParts(limit: Int)
  /// All workers are busy and the queue is full.
  case busy(retryAfterSeconds: Int)
  case stopping
  /// The body could not be put on disk.
  case cannotSpool(reason: String)
  /// The body was put on disk and cannot be read from there.
  case cannotReadSpool(reason: String)
  /// There is room for bodies, but the claimant has its share of it, or what is left is for claimants that
  /// have less.
  case bodyShareUsed(retryAfterSeconds: Int)
  /// The disk has no room for the body.
  case noRoomForBody(retryAfterSeconds: Int)
  /// The body is encoded in a way that is not known, or in several; the header's value.
  case unsupportedEncoding(String)
  /// The request line, a header or the path is malformed.
  case malformed(String)
  /// The request's target is longer than the limit, in bytes.
  case targetTooLong(limit: Int)
  /// The request's line and header are longer than the limit, in bytes.
  case headerTooLarge(limit: Int)
  /// The request took longer to arrive than it may.
  case tooSlow(seconds: Double)
  /// No byte of the range is within the file; its size.
  case rangeNotSatisfiable(size: Int)
  /// What is there does not meet the request's conditions.
  case preconditionFailed
}

extension HTTPFault: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .notFound(let path): "no resource at \(path)"
    case .methodNotAllowed(let allowed):
      "the method is not allowed here; allowed: \(allowed.joined(separator: ", "))"
    case .bodyTooLarge(let limit): "the body is too large; at most \(limit) bytes are accepted"
    case .unexpectedBody: "there is a body where none is accepted, or none where one is needed"
    case .badMultipart(let reason): "the multipart body is malformed: \(reason)"
    case .tooManyParts(let limit): "too many parts; at most \(limit) are accepted"
    case .busy(let seconds): "the server is busy; try again in \(seconds) s"
    case .stopping: "the server is stopping; try again soon"
    case .cannotSpool(let reason): "the body cannot be stored: \(reason)"
    case .cannotReadSpool(let reason): "the stored body cannot be read: \(reason)"
    case .bodyShareUsed(let seconds):
      "too many bytes of bodies are being received already; try again in \(seconds) s"
    case .noRoomForBody(let seconds):
      "not enough disk space for the body; try again in \(seconds) s"
    case .unsupportedEncoding(let value):
      "the body is encoded as \"\(value)\"; expected one of \(ContentCoding.names)"
    case .malformed(let reason): "the request is malformed: \(reason)"
    case .targetTooLong(let limit):
      "the path and query are too long; at most \(limit) bytes are accepted"
    case .headerTooLarge(let limit): "the header is too large; at most \(limit) bytes are accepted"
    case .tooSlow(let seconds): "the request took longer than \(seconds) s to arrive"
    case .rangeNotSatisfiable(let size): "the range lies outside of the file's \(size) bytes"
    case .preconditionFailed: "what is there does not meet the request's conditions"
    }
  }
}

extension HTTPFault: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .notFound: .notFound
    case .methodNotAllowed: .methodNotAllowed
    case .bodyTooLarge: .bodyTooLarge
    case .unexpectedBody: .unexpectedBody
    case .badMultipart, .tooManyParts: .malformedMultipart
    case .busy: .serverBusy
    case .stopping: .stopping
    case .cannotSpool, .noRoomForBody: .diskFull
    case .cannotReadSpool: .internal
    case .bodyShareUsed: .serverBusy
    case .unsupportedEncoding: .unsupportedMediaType
    case .malformed: .malformedRequest
    case .targetTooLong: .targetTooLong
    case .headerTooLarge: .headerTooLarge
    case .tooSlow: .requestTimeout
    case .rangeNotSatisfiable: .rangeNotSatisfiable
    case .preconditionFailed: .preconditionFailed
    }
  }
}
