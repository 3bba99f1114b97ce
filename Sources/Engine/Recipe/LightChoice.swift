public import Text

/// Which light falls on what is drawn, in place of what each package says.
///
/// Written as `studio`, `none`, `match`, or `match:` and the power to which the clip's light is raised.
public enum LightChoice: Hashable, Sendable {
  /// That of a studio, on models; pictures are drawn as they are.
  case studio
  /// None: all is drawn as it is.
  case unlit
  /// The clip's, as it falls on the face or the card, its factors raised to a power from 0 to 4.
  case match(power: Double)

  /// The powers that may be asked for.
  public static let powers = 0.0...4.0

  /// What a choice looks like.
  public static let form =
    "studio, none, match, or match and a power from 0 to 4, such as match:0.5"

  /// Reads a choice.
  public init(parsing text: String) throws(UnknownNameError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts[0], parts.count) {
    case ("studio", 1): self = .studio
    case ("none", 1): self = .unlit
    case ("match", 1): self = .match(power: 1)
    case ("match", _):
      guard let power = Double(parts[1]), Self.powers.contains(power) else {
        throw UnknownNameError(text, noun: "light", among: [], expected: Self.form)
      }
      self = .match(power: power)
    default:
      throw UnknownNameError(
        text, noun: "light", among: ["studio", "none", "match"], expected: Self.form)
    }
  }
}

extension LightChoice: CustomStringConvertible {
  /// The choice as it is written.
  public var description: String {
    switch self {
    case .studio: "studio"
    case .unlit: "none"
    case .match(power: 1): "match"
    case .match(let power): "match:\(power)"
    }
  }
}
