/// What to do about characters that no installed font has.
package enum MissingGlyphs {
  /// Whether a text is better without a character than with the box that stands for it: symbols
  /// and emoji are ornaments, letters are not.
  package static func mayBeLeftOut(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return !properties.isAlphabetic && !properties.isIdeographic
      && properties.numericType == nil
  }

  /// A note for a person: the character, and the Debian package that has it.
  package static func note(_ scalar: Unicode.Scalar) -> String {
    let fate = mayBeLeftOut(scalar) ? "it is left out" : "a box is drawn instead"
    return "no installed font has \(code(scalar)); \(fate) (install \(package(for: scalar)))"
  }

  /// The same where nothing is drawn without it.
  package static func demand(_ scalar: Unicode.Scalar) -> String {
    "no installed font has \(code(scalar)); install \(package(for: scalar))"
  }

  private static func code(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func package(for scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    // CJK punctuation, kana, ideographs and Hangul, and the planes of rare ideographs.
    case 0x2E80...0x9FFF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF,
      0x20000...0x3FFFF, 0x1100...0x11FF:
      "fonts-noto-cjk"
    case _ where scalar.properties.isEmoji: "fonts-noto-color-emoji"
    default: "fonts-noto-core"
    }
  }
}
