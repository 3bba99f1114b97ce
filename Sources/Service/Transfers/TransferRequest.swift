/// One request of HTTP/1.1, and the rules by which its answer is waited for.
///
/// Redirects are never followed: their targets are not checked.
public struct TransferRequest {
  /// The method, such as `GET`.
  public var method: String
  /// Where it goes; the path is sent as it is.
  public var url: String
  /// Whole header lines, such as `Accept: */*`; `NAME:` takes one of libcurl's own away.
  public var headers: [String]
  /// What is sent.
  public var body: TransferBody
  /// How long is waited.
  public var times = TransferTimes()
  /// The most bytes of an answer, header and body.
  public var maximumAnswerBytes: Int64
  /// What the program calls itself.
  public var userAgent: String
  /// A file of certificates to trust instead of the system's (PEM).
  public var certificateFile: String?
  /// Whether the environment's proxies may connect in our place; the address that is checked is theirs then.
  public var usesProxies = false
  /// Whether the connection may be one of an earlier request, and stays open for a later one.
  public var keepsConnection = false
  /// Asked about an address of 4 or 16 bytes before a connection to it is made, which then is the address
  /// that is connected to, whatever the name means a moment later: why it is refused, nil where it is not.
  public var refusal: (@Sendable (_ address: [UInt8]) -> String?)?
  /// Asked ten times a second; ends the transfer.
  public var isStopped: @Sendable () -> Bool

  /// Makes a request.
  public init(
    _ method: String, _ url: String, headers: [String] = [], body: TransferBody = .none,
    maximumAnswerBytes: Int64, userAgent: String,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    (self.maximumAnswerBytes, self.userAgent) = (maximumAnswerBytes, userAgent)
    self.isStopped = isStopped
  }
}

/// What a request sends.
public enum TransferBody: Hashable, Sendable {
  /// Nothing, and no length of it.
  case none
  /// Bytes; of none the length is told.
  case bytes([UInt8])
  /// Bytes of a regular file, which must be there.
  case file(path: String, range: Range<Int64>)

  /// How many bytes.
  public var count: Int64 {
    switch self {
    case .none: 0
    case .bytes(let bytes): Int64(bytes.count)
    case .file(_, let range): range.upperBound - range.lowerBound
    }
  }
}

/// How long a transfer may take.
public struct TransferTimes: Hashable, Sendable {
  /// Seconds for a connection, with TLS.
  public var connectSeconds = 5.0
  /// Seconds for all of it, however steadily the answer comes; nil for as long as bytes flow.
  public var totalSeconds: Double?
  /// Seconds within which fewer than `stallBytes` a second end it; nil for no such limit.
  public var stallSeconds: Int?
  /// Bytes a second that are no stall.
  public var stallBytes = 256

  /// Makes the default times.
  public init() {}
}
