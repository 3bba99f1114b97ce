/// Values from files and other untrusted input, as messages show them.
public enum Shown {
  /// A text on one line, without control characters, and not too long.
  public static func text(_ text: String, upTo length: Int = 80) -> String {
    let line = String(
      text.unicodeScalars.prefix(length).map { scalar in
        isControl(scalar) ? "\u{FFFD}" : Character(scalar)
      })
    return text.unicodeScalars.count > length ? line + "..." : line
  }

  /// A text that may not be UTF-8, its other bytes as `\xff`, and not too long.
  public static func bytes(_ bytes: some Sequence<UInt8>, upTo length: Int = 80) -> String {
    let (bytes, longest) = (Array(bytes), 4)
    var (shown, place) = ("", 0)
    while place < bytes.count {
      let character = (1...longest).lazy.filter { place + $0 <= bytes.count }
        .compactMap { String(validating: bytes[place..<(place + $0)], as: UTF8.self) }.first
      shown += character ?? "\\x" + (bytes[place] < 16 ? "0" : "") + String(bytes[place], radix: 16)
      place += character?.utf8.count ?? 1
    }
    return text(shown, upTo: length)
  }

  /// A number as a person writes it: without a fraction where there is none.
  public static func number(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }

  /// A message with its own line breaks and tabs, in which nothing else acts on a terminal.
  public static func message(_ message: String) -> String {
    guard message.unicodeScalars.contains(where: isControl) else { return message }
    var shown = String.UnicodeScalarView()
    for scalar in message.unicodeScalars {
      let isOwn = scalar == "\n" || scalar == "\t"
      shown.append(isControl(scalar) && !isOwn ? "\u{FFFD}" : scalar)
    }
    return String(shown)
  }

  /// JSON in whose strings nothing acts on a terminal: what JSON lets stand as it is, escaped.
  public static func json(_ json: String) -> String {
    guard json.unicodeScalars.contains(where: { isControl($0) && $0 != "\n" }) else { return json }
    return json.unicodeScalars.reduce(into: "") { shown, scalar in
      // A line break is between values: in a string it is escaped already. All others have four digits.
      if isControl(scalar), scalar != "\n" {
        let digits = String(scalar.value, radix: 16)
        shown += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
  }

  /// Whether a scalar would leave the line, act on a terminal, or show a text in another order than
  /// it has (Unicode's Bidi_Control, UAX #9).
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{2028}", "\u{2029}", "\u{061C}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}",
      "\u{2066}"..."\u{2069}":
      true
    default: scalar.properties.generalCategory == .control
    }
  }
}
