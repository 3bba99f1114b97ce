import Hud

extension ValueForm where Value == HudLanguage {
  static var language: ValueForm {
    let names = HudLanguage.allCases.map(\.rawValue)
    return .parsed(
      "one of \(names.joined(separator: ", "))", pattern: "^(\(names.joined(separator: "|")))$",
      example: "zh-Hans", placeholder: names.joined(separator: "|")
    ) {
      try HudLanguage(parsing: $0)
    } write: {
      $0.rawValue
    }
  }
}

extension ValueForm where Value == HudThemeChoice {
  /// A theme of the HUD that comes with the program.
  static var includedTheme: ValueForm {
    let themes = HudThemeChoice.included
    let names = themes.map(\.description)
    return .written(
      "one of \(names.joined(separator: ", "))", pattern: "^(\(names.joined(separator: "|")))$",
      example: "plain", placeholder: names.joined(separator: "|")
    ) { text throws(ValueFault) in
      themes.first { $0.description == text }
    } write: {
      $0.description
    }
  }

  /// A theme of the HUD, or the path of one.
  static var theme: ValueForm {
    .parsed(
      "game, plain, or a file that ends in .json", pattern: "^(game|plain|.*/.*|.*[.]json)$",
      example: "plain", placeholder: "game|plain|FILE"
    ) {
      try HudThemeChoice(parsing: ValueShape.path($0))
    } write: {
      $0.description
    }
  }
}
