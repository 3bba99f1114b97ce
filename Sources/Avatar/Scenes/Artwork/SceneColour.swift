/// A colour of a scene: sRGB components and opacity, each 0 to 1, not premultiplied.
public struct SceneColour: Hashable, Sendable {
  /// The components.
  public var red, green, blue: Double
  /// The opacity.
  public var alpha: Double

  /// Makes a colour.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// White.
  public static let white = SceneColour(red: 1, green: 1, blue: 1)

  /// Reads `#rrggbb` or `#rrggbbaa`; nil for anything else.
  public init?(hexadecimal text: String) {
    let digits = text.utf8.dropFirst()
    guard text.hasPrefix("#"), [6, 8].contains(digits.count),
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    let word = digits.count == 6 ? number << 8 | 0xFF : number
    func part(_ shift: UInt32) -> Double { Double(word >> shift & 0xFF) / 255 }
    self.init(red: part(24), green: part(16), blue: part(8), alpha: part(0))
  }

  /// The colour at a part of the way to another.
  public func mixed(with other: SceneColour, at part: Double) -> SceneColour {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
    return SceneColour(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }
}
