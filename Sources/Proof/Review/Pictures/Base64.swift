/// Base64 (RFC 4648, section 4).
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of bytes, with padding and without line breaks.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for i in stride(from: 0, to: bytes.count, by: 3) {
      let left = bytes.count - i
      let second = left > 1 ? UInt32(bytes[i + 1]) : 0
      let third = left > 2 ? UInt32(bytes[i + 2]) : 0
      let group = UInt32(bytes[i]) << 16 | second << 8 | third
      text.append(alphabet[Int(group >> 18)])
      text.append(alphabet[Int(group >> 12 & 63)])
      text.append(left > 1 ? alphabet[Int(group >> 6 & 63)] : UInt8(ascii: "="))
      text.append(left > 2 ? alphabet[Int(group & 63)] : UInt8(ascii: "="))
    }
    return text
  }
}
