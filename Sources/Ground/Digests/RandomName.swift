/// Names that nobody guesses.
public enum RandomName {
  /// A new one: 128 random bits of the system's generator, as 32 hexadecimal digits.
  public static func make() -> String {
    Hexadecimal.text(of: (0..<16).map { _ in UInt8.random(in: .min ... .max) })
  }

  /// Whether a text can be one.
  public static func isFit(_ text: String) -> Bool {
    text.utf8.count == 32
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
