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
  /// Everybody is busy and the queue is full.
  case busy(retryAfterSeconds: Int)
  /// The server is stopping.
  case stopping
  /// The body could not be put on disk.
  case cannotSpool(reason: String)
  /// The request line, a header or the path is malformed.
  case malformed(String)
}
