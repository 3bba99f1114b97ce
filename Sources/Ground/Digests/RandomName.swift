/// Names that cannot be guessed.
public enum RandomName {
  /// A new one: 128 random bits of the system's generator, as 32 hexadecimal digits.
  public static func make() -> String {
    // Each number is a call of the system, however long it is.
    let words = (0..<2).map { _ in UInt64.random(in: .min ... .max) }
    return Hexadecimal.text(
      of: words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } })
  }

  /// Whether a text can be one.
  public static func isFit(_ text: String) -> Bool {
    text.utf8.count == 32
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
