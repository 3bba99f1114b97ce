internal import Synchronization

/// A request on its way through the server.
///
/// It belongs to one thread at a time: to the library's while its connection is awake, to a worker
/// while it sleeps; going to sleep and waking go through the connection's lock. The sweeper reads the
/// head, which no longer changes then.
final class Exchange: @unchecked Sendable {
  /// What the library's next call means.
  enum Stage {
    /// The header is complete.
    case header
    /// A small body is kept until it is complete; then a worker looks whether it may come.
    case holding
    /// A worker looks whether the body may come.
    case admitting
    /// The worker has decided.
    case admitted
    /// The body arrives.
    case receiving
    /// There is no body; the next call is the last.
    case complete
    /// A worker makes the answer.
    case handling
    /// The answer goes out with the last call; a body that still comes is thrown away.
    case answered(Answer)
    /// The answer went out past the library; a body that still comes is thrown away.
    case lingering(byteCount: Int)
    /// The library has the answer.
    case sending
    /// The client went away before anybody answered.
    case abandoned
  }

  /// Numbers that tell requests apart.
  private static let serials = Atomic<UInt64>(0)

  /// The request's number.
  let serial = Exchange.serials.add(1, ordering: .relaxed).newValue
  /// The target as sent.
  let target: [UInt8]
  /// When its first line was there.
  let startedAt = monotonicSeconds()
  /// Whether it is its connection's first.
  let isFirst: Bool

  var stage = Stage.header
  var head = HTTPRequestHead(method: "", path: "")
  var route: HTTPRoute?
  var refusal: (any Error)?
  var collector: BodyCollector?
  /// The bytes of a body that came before it was admitted.
  var held: [UInt8] = []
  /// Whether these are all of it.
  var isHeldWhole = false
  /// Whether the library was let to learn that the request is complete.
  var isSettled = false
  /// Whether its body is larger than its route's own pool takes.
  var isLargeBody = false
  /// Seconds for the body.
  var seconds = 0.0
  var bytesIn = 0
  var bytesOut = 0
  var status: Int?
  var stream: HTTPEventStream?
  var feed: EventFeed?
  /// Makes the answer for a request that is cut while it arrives.
  var tooSlowMessage: () -> [UInt8]? = { nil }

  init(target: [UInt8], isFirst: Bool) { (self.target, self.isFirst) = (target, isFirst) }

  /// The answer for a request that is cut while it arrives; the request counts as answered so.
  func tooSlow() -> [UInt8]? {
    status = 408
    return tooSlowMessage()
  }

  /// The pool that does its work, as far as its body has told.
  var pool: HTTPRoute.Pool {
    (isLargeBody ? route?.largeBody?.pool : nil) ?? route?.pool ?? .light
  }

  /// Whether the request has a body.
  var hasBody: Bool { (head.contentLength ?? 0) > 0 || head.header("Transfer-Encoding") != nil }

  /// The most bytes of a body that are taken before it is admitted; as many as the library reads ahead.
  static let maximumHeldBytes = 64 * 1024

  /// Whether all of the body may be there with the header.
  ///
  /// The library must not be kept from such a one: it takes the end of a client that closes its sending side
  /// for that of the connection as long as a part of the request lies in its buffer.
  var isSmall: Bool {
    guard !expectsContinue, let length = head.contentLength else { return false }
    return length <= Self.maximumHeldBytes
  }

  /// Whether the client asks before it sends the body.
  var expectsContinue: Bool { head.header("Expect")?.lowercased() == "100-continue" }

  /// The bytes of the body that are still to come; nil where nobody knows.
  var remainingBytes: Int? {
    if head.header("Transfer-Encoding") != nil { return nil }
    return (head.contentLength ?? 0) - bytesIn
  }
}
