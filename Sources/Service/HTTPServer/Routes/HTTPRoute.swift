public import HTTPMessages

/// What is done for requests of one method and path.
public struct HTTPRoute: Sendable {
  /// How a request's body is taken in.
  public enum BodyPolicy: Hashable, Sendable {
    /// The request has none; one that is sent is refused.
    case none
    /// Short parts in memory and long ones in files, up to so many bytes in all; `multipart/form-data` is taken
    /// apart.
    case memory(maximumBytes: Int)
    /// Each part into a file of its own while it arrives, up to so many bytes in all. A body that
    /// is no `multipart/form-data` becomes one part with the name `body`.
    case files(maximumBytes: Int)
  }

  /// Which threads do the work.
  public enum Pool: Hashable, Sendable {
    /// Milliseconds of waiting: lists, states.
    case light
    /// Pixels; as many at a time as the server has workers, and a queue of limited length.
    case compute
    /// Recordings, whose processes are waited for, and what else takes seconds to minutes; with
    /// workers and a queue of its own, so that pictures do not wait for them, nor they for pictures.
    case recording
  }

  /// Which requests use another pool than their route's.
  public struct LargeBody: Hashable, Sendable {
    /// A part of this name.
    public var part: String
    /// A body of more bytes.
    public var bytes: Int
    /// The pool of such requests.
    public var pool: Pool

    /// Makes a largeBody.
    public init(part: String, bytes: Int = .max, pool: Pool) {
      (self.part, self.bytes, self.pool) = (part, bytes, pool)
    }
  }

  /// The HTTP method, in capitals.
  public var method: String
  /// The path, with variables for whole segments: `/v1/renders/{id}/output`.
  public var pattern: String
  /// Its name in the log and the metrics; nil for none.
  public var id: String?
  /// How the body is taken in.
  public var body: BodyPolicy
  /// Which threads run `handle`.
  public var pool: Pool
  /// Which requests go to another pool; nil: none.
  public var largeBody: LargeBody?
  /// Whether it tells of the server's health: such routes are all that the listener for it serves.
  public var isHealth: Bool
  /// The estimated cost of a request whose body is complete, in units.
  ///
  /// A unit is a composited frame of 1280 x 720. It looks at sizes and at the headers of pictures alone, and
  /// cannot fail.
  public var cost: @Sendable (HTTPRequest) -> Double
  /// Looks at a request before its body is read: rights, rates, sizes; throws to refuse it.
  public var admit: @Sendable (HTTPRequestHead) throws -> Void
  /// Told how many bytes of an admitted body came, as they were sent or decoded, whichever are more.
  ///
  /// Once for each body, also where it was refused or broke off; on a thread for such work.
  public var received: @Sendable (HTTPRequestHead, Int) -> Void = { _, _ in }
  /// Answers a request; errors become problems by the server's table.
  public var handle: @Sendable (HTTPRequest) throws -> HTTPResponse

  /// Makes a route.
  public init(
    _ method: String, _ pattern: String, body: BodyPolicy = .none, pool: Pool = .light,
    largeBody: LargeBody? = nil, isHealth: Bool = false,
    admit: @escaping @Sendable (HTTPRequestHead) throws -> Void = { _ in },
    handle: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse,
    cost: @escaping @Sendable (HTTPRequest) -> Double = { _ in 1 }
  ) {
    self.method = method
    self.pattern = pattern
    self.body = body
    self.pool = pool
    self.largeBody = largeBody
    (self.isHealth, self.cost) = (isHealth, cost)
    self.admit = admit
    self.handle = handle
  }
}
