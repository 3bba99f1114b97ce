/// Values from files and strangers as messages show them.
public enum Shown {
  /// A text on one line, without control characters, and not too long.
  public static func text(_ text: String, upTo length: Int = 80) -> String {
    let line = String(
      text.unicodeScalars.prefix(length).map { scalar in
        isControl(scalar) ? "\u{FFFD}" : Character(scalar)
      })
    return text.unicodeScalars.count > length ? line + "..." : line
  }

  /// A number as a person writes it: without a fraction where there is none.
  public static func number(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }

  /// Whether a scalar would leave the line, or act on a terminal.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}"
  }
}
