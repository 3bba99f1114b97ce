/// Texts in URLs by the rules of AWS's Signature Version 4: every byte but for letters, digits, `-`, `.`, `_` and `~`
/// is escaped, with upper-case digits.
enum S3Escaping {
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// A name or value of a query, in which slashes are escaped too.
  static func value(_ text: String) -> String { escaped(text, keeping: nil) }

  /// A path, whose slashes stay.
  static func path(_ text: String) -> String { escaped(text, keeping: UInt8(ascii: "/")) }

  /// A query, sorted, each name with its `=`.
  static func query(_ items: [(String, String)]) -> String {
    let escaped = items.map { (value($0.0), value($0.1)) }
    return escaped.sorted { $0 < $1 }.map { "\($0)=\($1)" }.joined(separator: "&")
  }

  /// Undoes the escaping of a listing, where blanks may be plus signs; nil for what is no UTF-8 or badly escaped.
  static func plain(_ text: String) -> String? {
    var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let pair = rest.prefix(2)
        guard pair.count == 2, pair.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
          let value = UInt8(String(decoding: pair, as: UTF8.self), radix: 16)
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func escaped(_ text: String, keeping kept: UInt8?) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte == kept || plain.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
