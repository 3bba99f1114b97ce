/// How the HUD speaks and looks.
public struct HudOptions: Hashable, Sendable {
  /// The language of its texts.
  public var language: HudLanguage
  /// Its colours, fonts, sizes and times.
  public var theme: HudThemeChoice

  /// Makes options; the defaults are English and the game's theme.
  public init(language: HudLanguage = .en, theme: HudThemeChoice = .game) {
    (self.language, self.theme) = (language, theme)
  }
}
