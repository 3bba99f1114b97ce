import Hud
import Problems
import Session
import Testing

/// The languages that the HUD speaks.
@Suite struct HudWordsTests {
  @Test(arguments: HudLanguage.allCases, [HudThemeChoice.game, .plain])
  func `every text of every language is there, and fonts have its letters`(
    language: HudLanguage, choice: HudThemeChoice
  ) throws {
    let strings = try HudStrings(language)
    #expect(strings.all.count == HudStrings.keys.count)
    try HudPainter.check(strings, choice.load())
  }

  @Test func `languages differ in every text`() throws {
    let all = try HudLanguage.allCases.map { try HudStrings($0).all }
    for index in HudStrings.keys.indices {
      #expect(Set(all.map { $0[index] }).count == all.count, "\(HudStrings.keys[index])")
    }
  }

  @Test(arguments: [
    ("fr", "expected one of en, zh-Hans, de, vi"), ("de-AT", "did you mean de?"),
    ("zh", "did you mean zh-Hans?"), ("zh_CN", "did you mean zh-Hans?"),
    ("German", "did you mean de?"), ("vietnamse", "did you mean vi?"),
    ("", "expected one of en, zh-Hans, de, vi"),
  ])
  func `an unknown language is named, with the one that was meant`(text: String, advice: String)
    throws
  {
    let error = try #require(throws: HudError.self) { try HudLanguage(parsing: text) }
    // Two letters are too few to be meant for other two.
    #expect("\(error)".contains(advice), "\(error)")
  }

  /// Strings as a file has them, with one text changed.
  private func file(_ change: (String) -> String?) -> [UInt8] {
    let members = HudStrings.keys.compactMap { key in change(key).map { "\"\(key)\": \"\($0)\"" } }
    return Array("{\(members.joined(separator: ", "))}".utf8)
  }

  @Test func `a character that no font has is an error`() throws {
    // U+10FFFD is for private use, and no font's.
    let strings = try HudStrings(json: file { $0 == "makeFist" ? "a \u{10FFFD}" : "a" }, .en)
    let theme = try HudThemeChoice.game.load()
    let error = try #require(throws: HudError.self) { try HudPainter.check(strings, theme) }
    #expect("\(error)".contains("no installed font has U+10FFFD"), "\(error)")
    #expect(error.problemCode == .notInstalled)
  }

  @Test func `a text that is missing or not known is a fault`() throws {
    let missing = try #require(throws: HudFaults.self) {
      try HudStrings(json: file { $0 == "makeFist" ? nil : "a" }, .en)
    }
    #expect("\(missing)".contains("the key \"makeFist\" is missing"))
    let other = Array(#"{"makeFits": "a"}"#.utf8)
    let unknown = try #require(throws: HudFaults.self) { try HudStrings(json: other, .en) }
    #expect(unknown.faults.contains { "\($0)".contains("did you mean \"makeFist\"?") })
  }
}
