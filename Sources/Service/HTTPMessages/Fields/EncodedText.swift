internal import Foundation

/// Names of files as clients encode them for headers that were ASCII once.
///
/// Neither way is meant for forms (RFC 7578, section 4.2), and both come. A text that cannot be decoded is
/// taken as it is: a name is told, and decides nothing.
enum EncodedText {
  /// The text of an extended parameter, `UTF-8''%C3%A9.mp4` (RFC 8187); nil for one that is none.
  static func extended(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    return text(unescaped(parts[2], mark: UInt8(ascii: "%")), charset: parts[0])
  }

  /// A text whose encoded words, `=?UTF-8?B?w6kubXA0?=` (RFC 2047), are decoded.
  static func words(_ value: String) -> String {
    var (plain, rest, isAfterWord) = ("", value[...], false)
    while let start = rest.firstRange(of: "=?") {
      let (between, word) = (rest[..<start.lowerBound], rest[start.upperBound...])
      let parts = word.split(separator: "?", maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, parts[3].hasPrefix("="),
        let bytes = bytes(parts[2], encoding: parts[1]),
        let decoded = text(bytes, charset: parts[0].prefix { $0 != "*" })
      else {
        plain += rest[..<start.upperBound]
        (rest, isAfterWord) = (word, false)
        continue
      }
      // Blanks between two encoded words belong to neither.
      if !isAfterWord || between.contains(where: { $0 != " " && $0 != "\t" }) { plain += between }
      plain += decoded
      (rest, isAfterWord) = (parts[3].dropFirst(), true)
    }
    return plain + rest
  }

  private static func bytes(_ text: Substring, encoding: Substring) -> [UInt8]? {
    switch encoding.lowercased() {
    case "b": Data(base64Encoded: String(text)).map { [UInt8]($0) }
    case "q": unescaped(text.replacing("_", with: " ")[...], mark: UInt8(ascii: "="))
    default: nil
    }
  }

  /// Bytes of which some stand as a mark and two hexadecimal digits.
  private static func unescaped(_ text: Substring, mark: UInt8) -> [UInt8] {
    var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
    while let byte = rest.first {
      let digits = rest.dropFirst().prefix(2)
      let escaped =
        byte == mark && digits.count == 2
        ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
      bytes.append(escaped ?? byte)
      rest = rest.dropFirst(escaped == nil ? 1 : 3)
    }
    return bytes
  }

  private static func text(_ bytes: [UInt8], charset: Substring) -> String? {
    switch charset.lowercased() {
    case "utf-8", "us-ascii": String(validating: bytes, as: UTF8.self)
    case "iso-8859-1", "windows-1252": latin1(bytes)
    default: nil
    }
  }

  /// A text of one byte a character.
  static func latin1(_ bytes: some Sequence<UInt8>) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
