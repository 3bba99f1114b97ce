internal import Video

/// Message authentication with SHA-256: HMAC (RFC 2104).
public enum HMACSHA256 {
  /// Bytes that SHA-256 works on at a time.
  private static let blockBytes = 64

  /// The code of a message under a key, 32 bytes; none where there was no memory for it.
  public static func code(of message: some Collection<UInt8>, key: [UInt8]) -> [UInt8] {
    var block = key.count > blockBytes ? SHA256.digest(of: key) : key
    block += [UInt8](repeating: 0, count: blockBytes - block.count)
    let inner = SHA256.digest(of: block.map { $0 ^ 0x36 } + message)
    // Without memory for the inner hash the outer one would be of the key alone.
    guard inner.count == 32 else { return [] }
    return SHA256.digest(of: block.map { $0 ^ 0x5C } + inner)
  }

  /// Whether a code is the message's, compared in constant time.
  public static func isValid(
    _ code: [UInt8], of message: some Collection<UInt8>, key: [UInt8]
  ) -> Bool {
    ConstantTime.areEqual(code, Self.code(of: message, key: key))
  }
}
