internal import CCrypto

/// Comparing secrets, by OpenSSL's libcrypto.
public enum ConstantTime {
  /// Whether two hashes are equal, in a time that does not tell where they differ.
  ///
  /// Otherwise a secret can be guessed byte by byte. Two empty ones are not equal: nothing was
  /// compared.
  public static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count, !one.isEmpty else { return false }
    return unsafe CRYPTO_memcmp(one, other, one.count) == 0
  }
}
