import Text

/// A language that the HUD speaks; its name is that of BCP 47.
public enum HudLanguage: String, CaseIterable, Hashable, Sendable {
  case en
  case simplifiedChinese = "zh-Hans"
  case de
  case vi

  /// Reads a language's name.
  public init(parsing text: String) throws(HudError) {
    guard let known = Self(rawValue: text) else {
      throw .unknownLanguage(text, nearest: Self.nearest(to: text))
    }
    self = known
  }

  /// The language that was probably meant: of `de-AT` and `German` it is German.
  private static func nearest(to text: String) -> String? {
    let part = text.lowercased().prefix { $0 != "-" && $0 != "_" }
    let sameStart = allCases.first { $0.rawValue.lowercased().prefix { $0 != "-" } == part }
    if let sameStart { return sameStart.rawValue }
    if let name = Spelling.nearest(to: text, among: allCases.map(\.rawValue)) { return name }
    let names = Dictionary(
      uniqueKeysWithValues: allCases.flatMap { of in of.names.map { ($0, of) } })
    return Spelling.nearest(to: text, among: names.keys.sorted()).flatMap { names[$0]?.rawValue }
  }

  /// What people call it.
  private var names: [String] {
    switch self {
    case .en: ["English"]
    case .simplifiedChinese: ["Chinese", "简体中文", "中文"]
    case .de: ["German", "Deutsch"]
    case .vi: ["Vietnamese", "Tiếng Việt"]
    }
  }

  /// The name by which fonts choose between shapes of a character.
  var fontLanguage: String { self == .simplifiedChinese ? "zh-cn" : rawValue }
}
