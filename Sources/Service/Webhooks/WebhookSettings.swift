/// How webhooks are delivered; the defaults are those of the service.
public struct WebhookSettings: Hashable, Sendable {
  /// Seconds for a connection, with TLS.
  public var connectSeconds = 5.0
  /// Seconds for a whole attempt, however steadily the answer comes.
  public var attemptSeconds = 15.0
  /// Bytes of an answer that are read, header and body; the rest is not waited for.
  public var maximumAnswerBytes = 64 * 1024
  /// How often a delivery is tried.
  public var maximumAttempts = 12
  /// Seconds before the second attempt; each further wait is twice as long, until `longestWait`.
  public var firstWait = 10.0
  /// The longest seconds between two attempts.
  public var longestWait = 7200.0
  /// Receivers that are called at once.
  public var maximumParallel = 4
  /// A file of certificates to trust instead of the system's (PEM).
  public var certificateFile: String?

  /// Makes the default settings.
  public init() {}

  /// Seconds to wait after a failed attempt.
  ///
  /// Half of the wait is random: receivers that failed together are not called together again.
  ///
  /// - Parameters:
  ///   - attempt: the attempt that failed, counted from 1.
  ///   - chance: a random number from 0 to 1.
  package func wait(after attempt: Int, chance: Double) -> Double {
    // 2^60 is past every wait, and no overflow.
    let doubled = firstWait * Double(UInt64(1) << UInt64(min(max(attempt - 1, 0), 60)))
    return min(doubled, longestWait) * (0.5 + 0.5 * min(max(chance, 0), 1))
  }
}
