import Access
import Foundation
import Synchronization
import TestSupport
import Testing

/// A clock that a test sets.
final class HandClock: Sendable {
  private let time = Mutex<UInt64>(0)
  func set(_ nanoseconds: UInt64) { time.withLock { $0 = nanoseconds } }
  var read: @Sendable () -> UInt64 { { self.time.withLock { $0 } } }
}

@Suite struct RateLimiterTests {
  @Test func `the rate limiter gives what a bucket of tokens gives`() {
    let clock = HandClock()
    // 60 a minute and a burst of 5: a token a second.
    let limiter = RateLimiter(RateLimit(perMinute: 60, burst: 5), now: clock.read)
    var random = SplitMix64(state: 4)
    var (tokens, last, now) = (5.0, 0.0, 0.0)
    var refused = 0
    for _ in 0..<5000 {
      // Quarters of a second, which a Double holds exactly.
      now += Double(Int.random(in: 0...7, using: &random)) / 4
      clock.set(UInt64(now * 1e9))
      tokens = min(5, tokens + (now - last))
      last = now
      let decision = limiter.take("ada")
      #expect(decision.isAllowed == (tokens >= 1))
      if tokens >= 1 {
        tokens -= 1
        #expect(decision.retryAfterSeconds == nil)
      } else {
        refused += 1
        #expect(decision.retryAfterSeconds == 1)
      }
      #expect(decision.remaining == Int(tokens))
      #expect(decision.resetSeconds == Int((5 - tokens).rounded(.up)))
    }
    #expect(refused > 50)
  }

  @Test func `the rate limiter lets in a client that comes back when it was told to`() {
    let clock = HandClock()
    let limiter = RateLimiter(RateLimit(perMinute: 7, burst: 2), now: clock.read)
    _ = limiter.take("ada")
    _ = limiter.take("ada")
    let refused = limiter.take("ada")
    // 60 / 7 = 8.57 seconds a token.
    #expect(refused.retryAfterSeconds == 9)
    #expect(refused.headers.map(\.name) == ["RateLimit-Policy", "RateLimit", "Retry-After"])
    #expect(
      refused.headers.map(\.value) == ["\"key\";q=2;w=18", "\"key\";r=0;t=18", "9"])
    clock.set(9_000_000_000)
    #expect(limiter.take("ada").isAllowed)
    #expect(!limiter.take("ada").isAllowed)
  }

  @Test func `the rate limiter counts each key for itself`() {
    let limiter = RateLimiter(RateLimit(perMinute: 1, burst: 1), now: HandClock().read)
    #expect(limiter.take("ada").isAllowed)
    #expect(!limiter.take("ada").isAllowed)
    #expect(limiter.take("bob").isAllowed)
  }

  @Test
  func `the rate limiter remembers no more keys than it may, those the longest that used the most`()
  {
    let clock = HandClock()
    let limiter = RateLimiter(
      RateLimit(perMinute: 60, burst: 3), maximumKeys: 64, now: clock.read)
    for _ in 0..<3 { _ = limiter.take("greedy") }
    for number in 0..<1000 { _ = limiter.take("k\(number)") }
    #expect(limiter.keyCount <= 64)
    #expect(!limiter.take("greedy").isAllowed)
    // All buckets are full: nothing is worth remembering.
    clock.set(3_000_000_000)
    for number in 0..<64 { _ = limiter.take("l\(number)") }
    #expect(limiter.keyCount <= 64)
    #expect(limiter.take("greedy").remaining == 2)
  }

  @Test func `a cost beyond a token is paid by later tokens, as in a bucket that may owe`() {
    let clock = HandClock()
    // A token a second; a burst and a minute's tokens are the most that one request costs.
    let limiter = RateLimiter(RateLimit(perMinute: 60, burst: 5), now: clock.read)
    var random = SplitMix64(state: 6)
    var (tokens, last, now) = (5.0, 0.0, 0.0)
    var (refused, owed) = (0, 0.0)
    for _ in 0..<5000 {
      now += Double(Int.random(in: 0...40, using: &random)) / 4
      clock.set(UInt64(now * 1e9))
      tokens = min(5, tokens + (now - last))
      last = now
      let decision = limiter.take("ada")
      #expect(decision.isAllowed == (tokens >= 1))
      if tokens >= 1 {
        tokens -= 1
        let cost = Double([0, 0, 1, 7, 30, 1000].randomElement(using: &random) ?? 0)
        limiter.charge("ada", units: cost)
        tokens -= min(cost, 65)
      } else {
        refused += 1
        #expect(decision.retryAfterSeconds == Int((1 - tokens).rounded(.up)))
      }
      #expect(decision.remaining >= 0)
      owed = min(owed, tokens)
    }
    #expect(refused > 50 && (-65)...(-60) ~= owed)
    // What is no number costs nothing.
    limiter.charge("bob", units: .nan)
    limiter.charge("bob", units: -3)
    #expect(limiter.take("bob").remaining == 4)
  }

  @Test func `requests that were allowed at once owe what all of them cost, up to an hour`() {
    let limiter = RateLimiter(RateLimit(perMinute: 60, burst: 5), now: HandClock().read)
    for _ in 0..<5 { #expect(limiter.take("ada").isAllowed) }
    for _ in 0..<5 { limiter.charge("ada", units: 30) }
    #expect(limiter.take("ada").retryAfterSeconds == 151)
    for _ in 0..<1000 { limiter.charge("ada", units: 30) }
    #expect(limiter.take("ada").retryAfterSeconds == 3601)
  }

  @Test func `a request that cost more than was estimated is charged the rest, up to its most`() {
    let limiter = RateLimiter(RateLimit(perMinute: 60, burst: 5), now: HandClock().read)
    for _ in 0..<5 { _ = limiter.take("ada") }
    limiter.charge("ada", units: 10)
    limiter.charge("ada", units: 30, paid: 10)
    #expect(limiter.take("ada").retryAfterSeconds == 31)
    // Nothing is given back.
    limiter.charge("ada", units: 20, paid: 30)
    #expect(limiter.take("ada").retryAfterSeconds == 31)
    limiter.charge("ada", units: 500, paid: 30)
    limiter.charge("ada", units: 500, paid: 400)
    #expect(limiter.take("ada").retryAfterSeconds == 66)
  }

  @Test func `the rate limiter lets in exactly a burst however many threads come at once`() {
    let limiter = RateLimiter(RateLimit(perMinute: 1, burst: 1000), now: HandClock().read)
    let allowed = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<500 where limiter.take("ada").isAllowed {
        allowed.add(1, ordering: .relaxed)
      }
    }
    #expect(allowed.load(ordering: .relaxed) == 1000)
  }

  @Test func `the rate limiter has a clock that goes on`() {
    let clock = RateLimiter.monotonicClock()
    var last = clock()
    for _ in 0..<1000 {
      let now = clock()
      #expect(now >= last)
      last = now
    }
    #expect(last > 0)
  }
}
