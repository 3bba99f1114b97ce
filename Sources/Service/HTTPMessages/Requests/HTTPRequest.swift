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
