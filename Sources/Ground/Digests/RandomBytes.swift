internal import CCrypto

/// Bytes that cannot be guessed, by OpenSSL's libcrypto.
public enum RandomBytes {
  /// That many bytes of the library's generator, which the system's seeds.
  ///
  /// - Throws: `DigestError.noRandomness`.
  public static func make(_ count: Int) throws(DigestError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard unsafe RAND_bytes(&bytes, Int32(count)) == 1 else { throw .noRandomness }
    return bytes
  }
}
