internal import CHudFiles
internal import Embedding

/// A file within the program; `Files` has them all.
enum HudFile {
  case strings(HudLanguage)
  case gameTheme, plainTheme

  var bytes: [UInt8] {
    let file =
      switch self {
      case .strings(.en): unsafe hud_english()
      case .strings(.simplifiedChinese): unsafe hud_simplified_chinese()
      case .strings(.de): unsafe hud_german()
      case .strings(.vi): unsafe hud_vietnamese()
      case .gameTheme: unsafe hud_game_theme()
      case .plainTheme: unsafe hud_plain_theme()
      }
    return unsafe file.contents
  }
}
