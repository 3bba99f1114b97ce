/// Settings and limits of a server.
public struct HTTPServerSettings: Sendable {
  /// The address to listen on: IPv4 or IPv6, numeric.
  public var address = "127.0.0.1"
  /// The port; 0 takes a free one.
  public var port: UInt16 = 8080
  /// Threads for routes of the compute lane.
  public var computeWorkers = 2
  /// Threads for routes of the light lane.
  public var lightWorkers = 4
  /// Requests that wait for a compute worker; more are answered `busy`.
  public var maximumWaiting = 64
  /// Open connections in all; more are closed at once.
  public var maximumConnections = 512
  /// Open connections from one address.
  public var maximumConnectionsPerAddress = 256
  /// Bytes of a request's line and headers.
  public var maximumHeaderBytes = 16 * 1024
  /// Seconds for a request's header to be complete.
  public var headerSeconds = 10.0
  /// Seconds for a whole request to arrive, however steadily it comes.
  public var requestSeconds = 60.0
  /// Seconds for the same where the body goes to files (recordings from phones).
  public var uploadSeconds = 900.0
  /// Seconds of silence after which a connection is closed.
  public var idleSeconds = 30.0
  /// Parts of a multipart body.
  public var maximumParts = 16
  /// Where bodies that go to files lie while they arrive.
  public var spoolFolder = "/tmp"

  /// Makes settings with the defaults.
  public init() {}
}

/// What a server tells of each request that it answered, for logs and metrics.
public struct HTTPExchange: Sendable {
  /// The request's id.
  public var id: String
  /// The method.
  public var method: String
  /// The route's pattern, or nil where there was no route: never the path, of which there are
  /// endlessly many.
  public var route: String?
  /// The status.
  public var status: Int
  /// Seconds from the header to the end of the answer.
  public var seconds: Double
  /// Bytes of the request's body.
  public var bytesIn: Int
  /// Bytes of the answer's body.
  public var bytesOut: Int
  /// The peer's address.
  public var remoteAddress: String
}
