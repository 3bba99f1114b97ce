internal import CCrypto

/// Message authentication with SHA-256: HMAC (RFC 2104), by OpenSSL's libcrypto.
public enum HMACSHA256 {
  /// The code of a message under a key, 32 bytes.
  ///
  /// - Throws: `DigestError.noMemory`.
  public static func code(
    of message: some Collection<UInt8>, key: [UInt8]
  ) throws(DigestError) -> [UInt8] {
    let message = Array(message)
    var code = [UInt8](repeating: 0, count: SHA256.byteCount)
    var count = UInt32(code.count)
    let made = unsafe HMAC(
      EVP_sha256(), key, Int32(key.count), message, message.count, &code, &count)
    guard unsafe made != nil, count == code.count else { throw .noMemory }
    return code
  }

  /// Whether a code is the message's, compared in constant time.
  ///
  /// - Throws: `DigestError.noMemory`.
  public static func isValid(
    _ code: [UInt8], of message: some Collection<UInt8>, key: [UInt8]
  ) throws(DigestError) -> Bool {
    ConstantTime.areEqual(code, try Self.code(of: message, key: key))
  }
}
