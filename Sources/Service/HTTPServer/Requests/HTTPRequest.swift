/// A request, from when its header is complete.
public struct HTTPRequestHead: Sendable {
  /// The method in capitals: `GET`, `POST`, `DELETE`.
  public var method: String
  /// The path, percent-decoded, without the query; it begins with `/`.
  public var path: String
  /// The variables of the route's pattern, by name.
  public var parameters: [String: String]
  /// The query, percent-decoded, in its order.
  public var query: [HTTPField]
  /// The header fields in their order; look them up by `header(_:)`.
  public var headers: [HTTPField]
  /// The peer's address without its port, `127.0.0.1`.
  public var remoteAddress: String
  /// The id that this request goes by in answers and logs: the client's `X-Request-ID` where that
  /// is fit for it, else a random one.
  public var id: String
  /// What the body weighs by `Content-Length`; nil where it is chunked or there is none.
  public var contentLength: Int?
  /// Whom the request is counted for, before anything of it was checked: a tenant whose key is known, else the
  /// network of the address.
  public var claimant: String
  /// What is found out about it while it is answered.
  public let facts = RequestFacts()

  /// Makes a head; without a claimant it counts for the network of its address.
  public init(
    method: String, path: String, parameters: [String: String] = [:], query: [HTTPField] = [],
    headers: [HTTPField] = [], remoteAddress: String = "127.0.0.1", id: String = "",
    contentLength: Int? = nil, claimant: String? = nil
  ) {
    self.method = method
    self.path = path
    self.parameters = parameters
    self.query = query
    self.headers = headers
    self.remoteAddress = remoteAddress
    self.id = id
    self.contentLength = contentLength
    self.claimant = claimant ?? RemoteAddress.network(of: remoteAddress)
  }

  /// The first header field of a name, whatever its case.
  public func header(_ name: String) -> String? {
    headers.first { $0.isNamed(name) }?.value
  }
}

/// A name and a value: of a header, of a query.
public struct HTTPField: Hashable, Sendable {
  /// The name, as it was sent.
  public var name: String
  /// The value, without blanks around it.
  public var value: String

  /// Makes a field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether the field has a name, whatever the case of ASCII letters; nothing is allocated.
  public func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count
      && zip(name.utf8, other.utf8).allSatisfy { Self.lowercase($0) == Self.lowercase($1) }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

/// A request whose body is complete.
public struct HTTPRequest: Sendable {
  /// Everything but the body.
  public var head: HTTPRequestHead
  /// The body, as the route wanted it.
  public var body: HTTPBody
  /// Whether the client went away; long work asks now and then, and stops.
  public var isAbandoned: @Sendable () -> Bool

  /// Makes a request.
  public init(
    head: HTTPRequestHead, body: HTTPBody = .none,
    isAbandoned: @escaping @Sendable () -> Bool = { false }
  ) {
    self.head = head
    self.body = body
    self.isAbandoned = isAbandoned
  }
}

/// A request's body.
public enum HTTPBody: Sendable {
  /// There is none.
  case none
  /// The bytes as sent, with the media type from `Content-Type` (in lower case, without parameters).
  case bytes([UInt8], mediaType: String)
  /// The same in a file of the request's own folder, where there are many of them.
  case file(path: String, size: Int, mediaType: String)
  /// The parts of `multipart/form-data`, in their order.
  case parts([HTTPPart])
}

/// A part of a `multipart/form-data` body.
public struct HTTPPart: Sendable {
  /// Where a part's bytes are.
  public enum Content: Sendable {
    /// In memory: short parts of routes that take their body so (`HTTPRoute.BodyPolicy.memory`).
    case bytes([UInt8])
    /// In a file of the request's own folder, which is removed after the answer unless the handler
    /// moved the file away: of any route.
    case file(path: String, size: Int)
  }

  /// The field's name.
  public var name: String
  /// The file's name as the client gave it: for telling its kind, never a path.
  public var fileName: String?
  /// The part's media type, in lower case, without parameters.
  public var mediaType: String?
  /// The bytes.
  public var content: Content

  /// Makes a part.
  public init(name: String, fileName: String? = nil, mediaType: String? = nil, content: Content) {
    self.name = name
    self.fileName = fileName
    self.mediaType = mediaType
    self.content = content
  }
}
