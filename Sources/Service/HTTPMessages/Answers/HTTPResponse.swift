/// An answer.
public struct HTTPResponse: Sendable {
  /// What is sent after the header.
  public enum Body: Sendable {
    /// Nothing.
    case none
    /// Bytes; `Content-Length` is set.
    case bytes([UInt8])
    /// A file, open for as long as it is sent. The server answers `Range`, `If-Range`, `If-Match`,
    /// `If-None-Match`, `If-Unmodified-Since` and `If-Modified-Since` by the `ETag` among the headers.
    case file(path: String)
    /// A file that is not on this machine, by its bytes and its time in seconds since 1970: `HEAD` is answered as
    /// for `file`, and nothing else can be.
    case absentFile(bytes: Int, modified: Int)
    /// Server-sent events until the stream ends or the client goes.
    case events(HTTPEventStream)
  }

  /// The status, 200 to 599.
  public var status: Int
  /// Header fields beside those that the server sets itself (`Date`, `Content-Length`,
  /// `X-Request-ID`, security headers); `Cross-Origin-Resource-Policy` is theirs where it is `same-origin`.
  public var headers: [HTTPField]
  /// The body.
  public var body: Body
  /// What must live until the body's file is open.
  public var keeping: (any AnyObject & Sendable)?

  /// Makes an answer.
  public init(status: Int = 200, headers: [HTTPField] = [], body: Body = .none) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Bytes of a media type.
  public static func bytes(
    _ bytes: [UInt8], mediaType: String, status: Int = 200, headers: [HTTPField] = []
  ) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [HTTPField("Content-Type", mediaType)] + headers,
      body: .bytes(bytes))
  }
}
