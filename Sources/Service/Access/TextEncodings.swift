/// Bytes as text that survives URLs, shells and double clicks.
package enum TextEncodings {
  /// Crockford's base 32 in lower case: no i, l, o or u, which are misread.
  package static func base32(_ bytes: some Sequence<UInt8>) -> String {
    encode(bytes, bits: 5, digits: Array("0123456789abcdefghjkmnpqrstvwxyz".utf8))
  }

  /// Base 64 for URLs (RFC 4648, section 5), without padding.
  package static func base64URL(_ bytes: some Sequence<UInt8>) -> String {
    encode(
      bytes, bits: 6,
      digits: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8))
  }

  /// The digits' indices from the first bit on; the last digit is filled up with zeros.
  private static func encode(
    _ bytes: some Sequence<UInt8>, bits: Int, digits: [UInt8]
  ) -> String {
    var text: [UInt8] = []
    var (held, count) = (0, 0)
    for byte in bytes {
      held = held << 8 | Int(byte)
      count += 8
      while count >= bits {
        count -= bits
        text.append(digits[held >> count & (digits.count - 1)])
      }
      held &= 1 << count - 1
    }
    if count > 0 { text.append(digits[held << (bits - count) & (digits.count - 1)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// CRC-32 (ISO-HDLC, as in zip and PNG).
  package static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var register: UInt32 = .max
    for byte in bytes {
      register ^= UInt32(byte)
      for _ in 0..<8 { register = register >> 1 ^ (register & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
    return ~register
  }
}
