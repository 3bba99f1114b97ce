import HTTPMessages

/// A request on its connection, from its first byte to the end of its answer.
struct OpenRequest {
  /// The most bytes of a body that are taken before a worker looks whether it may come.
  static let maximumHeldBytes = 64 * 1024

  /// When its first byte was there.
  let startedAt: Double
  /// Everything but the body; of a request that cannot be read, what could be.
  var head = HTTPRequestHead(method: "", path: "")
  var route: HTTPRoute?
  /// Whether the client speaks HTTP/1.0.
  var isVersion10 = false
  /// Whether the client keeps the connection for a further request.
  var isKept = false
  /// How the rest of the body is read.
  var body = BodyReader.length(remaining: 0)
  /// The bytes of a small body, which are kept until it is complete.
  var held: [UInt8] = []
  /// What takes any other body in.
  var collector: BodyCollector?
  /// Whether its body is larger than its route's own pool takes.
  var isLargeBody = false
  /// Seconds in which the body must come.
  var bodySeconds = 0.0
  /// Since when these count, where the client was kept waiting for leave to send; nil: since the first byte.
  var bodySince: Double?
  /// The bytes of the body that came.
  var bytesIn = 0
  var status: Int?
  /// What a worker has of it.
  var exchange: Exchange?

  /// The pool that does its work, as far as its body has told.
  var pool: HTTPRoute.Pool {
    (isLargeBody ? route?.largeBody?.pool : nil) ?? route?.pool ?? .light
  }

  var hasBody: Bool { isChunked || (head.contentLength ?? 0) > 0 }

  /// Whether its body comes in chunks.
  var isChunked: Bool { if case .chunked = body { true } else { false } }

  /// Whether its body is taken before a worker looks whether it may come.
  var isSmall: Bool {
    guard !expectsContinue, let length = head.contentLength else { return false }
    return length <= Self.maximumHeldBytes
  }

  /// Whether the client asks before it sends the body; HTTP/1.0 cannot (RFC 9110, section 10.1.1).
  var expectsContinue: Bool {
    !isVersion10 && head.header("Expect")?.lowercased() == "100-continue"
  }
}

/// The rest of a request's body.
enum BodyReader {
  /// So many bytes.
  case length(remaining: Int)
  case chunked(ChunkDecoder)

  /// Whether nothing more of it comes.
  var isComplete: Bool {
    switch self {
    case .length(let remaining): remaining == 0
    case .chunked(let decoder): decoder.isComplete
    }
  }

  /// Reads on, up to the next bytes of the body; moves the index of what was read.
  mutating func next(
    _ bytes: Span<UInt8>, _ index: inout Int
  ) throws(HTTPFault) -> Range<Int>? {
    switch self {
    case .length(let remaining):
      let count = min(remaining, bytes.count - index)
      guard count > 0 else { return nil }
      self = .length(remaining: remaining - count)
      index += count
      return (index - count)..<index
    case .chunked(var decoder):
      defer { self = .chunked(decoder) }
      return try decoder.next(bytes, &index)
    }
  }
}
