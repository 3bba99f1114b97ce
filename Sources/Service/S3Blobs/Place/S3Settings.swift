public import Blobs

/// How a store in S3 is talked to; the defaults fit most.
public struct S3Settings: Sendable {
  /// The most bytes that are sent in one request; what is longer goes in parts.
  public var singleBytes: Int64 = 32 << 20
  /// Bytes of a part, at least 5 MiB by S3's rules.
  public var partBytes: Int64 = 16 << 20
  /// The most bytes that the server copies in one request.
  public var copyBytes: Int64 = 5 << 30
  /// How often a request is made that is answered by "later", or not at all.
  public var attempts = 6
  /// Seconds before the second attempt, of which a random share is waited.
  ///
  /// Each further wait is twice as long, until `longestWait`.
  public var firstWait = 0.25
  /// The longest seconds between two attempts.
  public var longestWait = 10.0
  /// Seconds for a connection.
  public var connectSeconds = 10.0
  /// Seconds within which fewer than 256 bytes a second end an attempt.
  public var stallSeconds = 30
  /// As `stallSeconds`, while the server puts parts together or copies.
  public var workSeconds = 300
  /// How the server is asked to encrypt new objects; nil: as the bucket does by itself.
  public var encryption: BlobEncryption?
  /// Asked while waiting; true ends a call by `BlobError.unavailable`.
  public var isStopped: @Sendable () -> Bool = { false }

  /// Makes the default settings.
  public init() {}

  /// Seconds to wait after so many failures in a row.
  ///
  /// - Parameters:
  ///   - least: what the server asks for, at most `longestWait` of it.
  ///   - chance: a random number from 0 to 1, so that not all come back at one moment.
  package func wait(after failures: Int, least: Double?, chance: Double) -> Double {
    // 2^40 is past every wait, and no overflow.
    let doubled = firstWait * Double(UInt64(1) << UInt64(min(max(failures - 1, 0), 40)))
    let random = min(doubled, longestWait) * min(max(chance, 0), 1)
    return max(random, min(max(least ?? 0, 0), longestWait))
  }
}
