public import Digests

/// A secret that the service signs with: links of its own, webhooks of a tenant.
public struct SigningKey: Hashable, Sendable {
  /// What webhook secrets and link secrets begin with, so that scanners find them.
  public static let prefix = "aos_"

  /// What the key goes by; no secret.
  public var id: String
  /// The secret: its text's bytes are the HMAC's key, 256 random bits.
  public var secret: String
  /// When it was made, in milliseconds since 1970.
  public var createdAt: Int64

  /// Makes a new key of random bytes.
  ///
  /// - Throws: `DigestError.noRandomness`.
  public init(createdAt: Int64) throws(DigestError) {
    self.init(
      id: String(TextEncodings.base32(try RandomBytes.make(5))),
      secret: Self.prefix + TextEncodings.base32(try RandomBytes.make(32)), createdAt: createdAt)
  }

  /// Makes a key of what was stored.
  public init(id: String, secret: String, createdAt: Int64) {
    (self.id, self.secret, self.createdAt) = (id, secret, createdAt)
  }

  /// The code of a message, 32 bytes.
  ///
  /// - Throws: `DigestError.noMemory`.
  public func code(of message: some Collection<UInt8>) throws(DigestError) -> [UInt8] {
    try HMACSHA256.code(of: message, key: Array(secret.utf8))
  }
}

/// The key that signs now, and the one before it while it is still taken.
public struct SigningKeys: Hashable, Sendable {
  /// Signs.
  public var current: SigningKey
  /// Is taken too, until its time is over.
  public var previous: SigningKey?

  /// Makes the keys.
  public init(current: SigningKey, previous: SigningKey? = nil) {
    (self.current, self.previous) = (current, previous)
  }

  /// Both, the current one first.
  public var all: [SigningKey] { [current] + (previous.map { [$0] } ?? []) }
}
