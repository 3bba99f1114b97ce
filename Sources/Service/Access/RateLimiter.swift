internal import Synchronization

/// A token bucket for each key, by the generic cell rate algorithm (ITU-T I.371, "virtual
/// scheduling"): one number a key, the time at which its bucket will be full again.
public final class RateLimiter: Sendable {
  /// The most keys that are remembered at once, where nothing else is said: 1 MB at the most.
  public static let defaultMaximumKeys = 10_000

  /// The limit of each key.
  public let limit: RateLimit
  /// The most keys that are remembered at once.
  public let maximumKeys: Int
  private let now: @Sendable () -> UInt64
  /// When each key's bucket is full again, in nanoseconds of the clock.
  private let fullAt = Mutex<[String: UInt64]>([:])

  /// Makes a limiter.
  ///
  /// - Parameters:
  ///   - maximumKeys: how many keys are remembered; past it those whose buckets are fullest are
  ///     forgotten first, which gives them at most one more burst.
  ///   - now: a clock that never goes back, in nanoseconds.
  public init(
    _ limit: RateLimit, maximumKeys: Int = RateLimiter.defaultMaximumKeys,
    now: @escaping @Sendable () -> UInt64 = RateLimiter.monotonicClock()
  ) {
    self.limit = limit
    self.maximumKeys = max(maximumKeys, 8)
    self.now = now
  }

  /// Takes a token of a key's bucket, where there is one; a request that is refused costs nothing.
  public func take(_ key: String) -> RateDecision {
    fullAt.withLock { fullAt in
      // Read under the lock: two requests see the clock in the order in which they are counted.
      let now = now()
      let before = max(fullAt[key] ?? 0, now)
      let after = before + limit.interval
      guard after - now <= limit.window else {
        return decision(full: before - now, wait: after - now - limit.window)
      }
      if fullAt[key] == nil, fullAt.count >= maximumKeys { Self.forget(from: &fullAt, now: now) }
      fullAt[key] = after
      return decision(full: after - now, wait: nil)
    }
  }

  /// Takes further tokens of a key's bucket, for a request that was allowed and costs more than one.
  ///
  /// The bucket may come to owe them, and nothing is allowed until that is paid; for one request no longer than
  /// `RateLimit.longestCharge` after a whole burst, for all no longer than `RateLimit.longestDebt`.
  ///
  /// - Parameters:
  ///   - units: what the request costs beyond its token.
  ///   - paid: how many of these were taken before.
  public func charge(_ key: String, units: Double, paid: Double = 0) {
    let (whole, counted) = (cost(units), cost(paid))
    guard whole > counted else { return }
    let cost = whole - counted
    fullAt.withLock { fullAt in
      let now = now()
      let before = max(fullAt[key] ?? 0, now)
      if fullAt[key] == nil, fullAt.count >= maximumKeys {
        Self.forget(from: &fullAt, now: now)
      }
      fullAt[key] = max(before, min(before + cost, now + limit.window + RateLimit.longestDebt))
    }
  }

  /// What one request is charged at most, in nanoseconds.
  private func cost(_ units: Double) -> UInt64 {
    guard units > 0 else { return 0 }
    let cost = UInt64(min(units, 1_000_000) * Double(limit.interval))
    return min(cost, limit.window + RateLimit.longestCharge)
  }

  /// How many keys are remembered.
  public var keyCount: Int { fullAt.withLock { $0.count } }

  private func decision(full: UInt64, wait: UInt64?) -> RateDecision {
    RateDecision(
      isAllowed: wait == nil,
      remaining: Int((limit.window - min(full, limit.window)) / limit.interval),
      resetSeconds: Self.seconds(full), retryAfterSeconds: wait.map { max(1, Self.seconds($0)) },
      limit: limit)
  }

  /// Forgets keys whose buckets are full, which changes nothing for them.
  ///
  /// Where these are too few, an eighth of the fullest, so that the cost is spread over many requests.
  private static func forget(from fullAt: inout [String: UInt64], now: UInt64) {
    let limit = fullAt.count - max(1, fullAt.count / 8)
    fullAt = fullAt.filter { $0.value > now }
    guard fullAt.count > limit else { return }
    let fullest = fullAt.sorted { $0.value < $1.value }.prefix(fullAt.count - limit)
    for (key, _) in fullest { fullAt[key] = nil }
  }

  /// Whole seconds, rounded up, so that a retry after them is not too early.
  static func seconds(_ nanoseconds: UInt64) -> Int {
    Int((nanoseconds + 999_999_999) / 1_000_000_000)
  }

  /// Nanoseconds since the call, by the system's monotonic clock.
  public static func monotonicClock() -> @Sendable () -> UInt64 {
    let start = ContinuousClock.now
    return {
      let (seconds, attoseconds) = start.duration(to: .now).components
      return UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds)) / 1_000_000_000
    }
  }
}
