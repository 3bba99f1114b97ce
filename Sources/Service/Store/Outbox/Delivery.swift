/// An event to deliver to a webhook; times are milliseconds since 1970.
public struct Delivery: Hashable, Sendable {
  /// The state of a delivery.
  public enum State: String, Hashable, Sendable, Codable, CaseIterable {
    /// It will be tried, perhaps again.
    case pending
    /// The receiver has taken it.
    case delivered
    /// The receiver said that it is gone for good (410).
    case gone
    /// It was tried as often as is tried, or may not be sent any more.
    case abandoned
  }

  /// A random name, the same at every attempt.
  public var id: String
  /// The job that it is about.
  public var job: String
  /// Its tenant.
  public var tenant: String
  /// Where it goes.
  public var url: String
  /// What happened: `render.done`, `render.failed` or `render.cancelled`.
  public var type: String
  /// When it happened.
  public var createdAt: Int64
  /// The body, once it was made: every attempt sends the same bytes.
  public var body: [UInt8]?
  /// Its state.
  public var state: State
  /// How often it was tried.
  public var attempts: Int
  /// When it is tried next; nil where it is not.
  public var nextAt: Int64?

  /// Makes a delivery as a backend keeps it.
  public init(
    id: String, job: String, tenant: String, url: String, type: String, createdAt: Int64,
    body: [UInt8]?, state: State, attempts: Int, nextAt: Int64?
  ) {
    (self.id, self.job, self.tenant, self.url) = (id, job, tenant, url)
    (self.type, self.createdAt, self.body) = (type, createdAt, body)
    (self.state, self.attempts, self.nextAt) = (state, attempts, nextAt)
  }
}

/// One time that a delivery was tried.
public struct DeliveryAttempt: Hashable, Sendable {
  /// Which, counted from 1.
  public var number: Int
  /// When it began, in milliseconds since 1970.
  public var at: Int64
  /// The answer's status; nil where there was none.
  public var status: Int?
  /// What went wrong; nil where nothing did.
  public var error: String?
  /// How long it took.
  public var milliseconds: Int

  /// Makes an attempt.
  public init(number: Int, at: Int64, status: Int?, error: String?, milliseconds: Int) {
    (self.number, self.at, self.status) = (number, at, status)
    (self.error, self.milliseconds) = (error, milliseconds)
  }
}
