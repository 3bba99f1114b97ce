/// The characters that a request's line and fields are made of (RFC 9110, section 5; RFC 9112).
package enum FieldGrammar {
  static let (tab, lineFeed, carriageReturn, blank): (UInt8, UInt8, UInt8, UInt8) = (
    0x09, 0x0a, 0x0d, 0x20
  )

  /// Of methods, names of fields and of chunk extensions: `tchar`.
  static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    // ! # $ % & ' * + - . ^ _ ` | ~
    case 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x5e...0x60, 0x7c, 0x7e: true
    default: false
    }
  }

  /// Of values: everything but control characters, of which a tab is allowed.
  package static func isValue(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7f || byte == tab }

  static func isBlank(_ byte: UInt8) -> Bool { byte == blank || byte == tab }

  /// The value of a hexadecimal digit.
  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Whether a text can be sent as a field's name.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isToken)
  }

  /// Reads a line of a header or trailer, without its end: the name and, without blanks around it, the value.
  static func field(
    _ line: Span<UInt8>
  ) throws(HTTPFault) -> (name: Range<Int>, value: Range<Int>) {
    guard !isBlank(line[0]) else {
      throw .malformed("a header field is continued on a second line")
    }
    var colon = 0
    while colon < line.count, isToken(line[colon]) { colon += 1 }
    guard colon < line.count, line[colon] == UInt8(ascii: ":") else {
      throw .malformed(
        colon < line.count && isBlank(line[colon])
          ? "a blank before the colon of a header field"
          : "a header field without a colon, or with a character in its name that none may have")
    }
    guard colon > 0 else { throw .malformed("a header field without a name") }
    var (start, end) = (colon + 1, line.count)
    while start < end, isBlank(line[start]) { start += 1 }
    while end > start, isBlank(line[end - 1]) { end -= 1 }
    return (0..<colon, start..<end)
  }
}

extension Span<UInt8> {
  /// The text of some of the bytes; what is no UTF-8 is replaced.
  func text(_ range: Range<Int>) -> String {
    unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Copies some of the bytes.
  func array(_ range: Range<Int>) -> [UInt8] {
    unsafe extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
  }
}

extension Substring {
  /// The text without the blanks and tabs around it.
  var withoutOuterBlanks: Substring {
    var text = self
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }

  /// The text without all its blanks and tabs.
  var withoutBlanks: String { filter { $0 != " " && $0 != "\t" } }
}
