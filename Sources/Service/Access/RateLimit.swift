/// A rate limit: requests a minute, and a burst; a request that costs more than a unit counts as so many.
public struct RateLimit: Hashable, Sendable {
  /// How many requests in the long run, a minute.
  public var perMinute: Int
  /// How many at once, after a quiet time.
  public var burst: Int

  /// Makes a limit; both numbers are at least 1 and at most a million.
  public init(perMinute: Int, burst: Int) {
    self.perMinute = min(max(perMinute, 1), 1_000_000)
    self.burst = min(max(burst, 1), 1_000_000)
  }

  /// The longest that a bucket may take to pay for one request, beyond a whole burst, in nanoseconds: a minute.
  ///
  /// However much a request costs, the next one waits no longer, where nothing else is owed.
  static let longestCharge: UInt64 = 60_000_000_000
  /// The longest that it may take to pay for all, in nanoseconds: an hour.
  ///
  /// Requests that were allowed at once, before what they cost was known, owe it all.
  static let longestDebt: UInt64 = 3_600_000_000_000

  /// Nanoseconds between two requests in the long run.
  var interval: UInt64 { 60_000_000_000 / UInt64(perMinute) }
  /// Nanoseconds in which a whole burst becomes available again.
  var window: UInt64 { interval * UInt64(burst) }
}

/// The limiter's decision about one request.
public struct RateDecision: Hashable, Sendable {
  /// Whether the request is allowed.
  public var isAllowed: Bool
  /// How many further requests are allowed at once.
  public var remaining: Int
  /// Seconds until the whole burst is available again.
  public var resetSeconds: Int
  /// Seconds after which the client may retry, at least 1; nil where the request is allowed.
  public var retryAfterSeconds: Int?
  /// The limit.
  public var limit: RateLimit

  /// The header fields that tell the client (draft-ietf-httpapi-ratelimit-headers-10), with
  /// `Retry-After` where it has to wait.
  public var headers: [(name: String, value: String)] {
    let window = RateLimiter.seconds(limit.window)
    return [
      ("RateLimit-Policy", "\"key\";q=\(limit.burst);w=\(window)"),
      ("RateLimit", "\"key\";r=\(remaining);t=\(resetSeconds)"),
    ] + (retryAfterSeconds.map { [("Retry-After", "\($0)")] } ?? [])
  }
}
