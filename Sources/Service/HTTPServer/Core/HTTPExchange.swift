public import HTTPMessages

/// What a server tells of each request that it answered, for logs and metrics.
public struct HTTPExchange: Sendable {
  /// The request's id.
  public var id: String
  /// As the client sent it.
  public var method: String
  /// The route's pattern, or nil where there was no route: never the path, of which there are
  /// endlessly many.
  public var route: String?
  /// The route's id; nil where it has none.
  public var operation: String?
  /// The HTTP status; 499 where the client left without an answer.
  public var status: Int
  /// Seconds from the header to the end of the answer.
  public var seconds: Double
  /// Bytes of the request's body.
  public var bytesIn: Int
  /// Bytes of the answer's body.
  public var bytesOut: Int
  /// The peer's address.
  public var remoteAddress: String
  /// What was found out about the request.
  public var facts: RequestFacts
}
