import Foundation
import Hud
import Problems
import TestSupport
import Testing

@Suite struct HudThemeTests {
  private func read(_ text: String) throws -> HudTheme {
    try HudTheme(json: Array(text.utf8), onto: HudThemeChoice.game.load())
  }

  @Test func `what a file leaves out is the game's`() throws {
    #expect(try read(#"{"format": "avatar-hud-theme/1"}"#) == HudThemeChoice.game.load())
    #expect(try HudThemeChoice.plain.load() != HudThemeChoice.game.load())
  }

  @Test(arguments: [
    (
      #""colours": {"text": "white"}"#,
      "colours.text: \"white\" found, #RRGGBB or #RRGGBBAA expected"
    ),
    (##""colours": {"txet": "#FFFFFF"}"##, "colours: unknown key \"txet\"; did you mean \"text\"?"),
    (#""colours": {"stars": []}"#, "colours.stars: 0 of them found, 1 to 8 colours expected"),
    (#""sizes": {"prompt": 40}"#, "sizes.prompt: 40 found, a number from 1 to 20 expected"),
    (#""radii": {"ring": "big"}"#, "radii.ring: a number expected"),
    (#""easing": {"enter": "linaer"}"#, "easing.enter: \"linaer\" is not a known easing"),
    (#""times": {"countMs": -1}"#, "times.countMs: -1 found, a number from 0 to 3000 expected"),
    (#""fonts": {"weight": 20}"#, "fonts.weight: 20 found, a whole number from 100 to 1000"),
    (#""fonts": {"families": []}"#, "fonts.families: 0 of them found, 1 to 16 font families"),
    (
      #""format": "avatar-hud-theme/2""#,
      "format: \"avatar-hud-theme/2\" found, \"avatar-hud-theme/1\" expected"
    ),
  ])
  func `a fault is told by its member, what was found and what is expected`(
    member: String, words: String
  ) throws {
    let format = member.hasPrefix(#""format"#) ? "" : #""format": "avatar-hud-theme/1", "#
    let error = try #require(throws: HudFaults.self) { try read("{\(format)\(member)}") }
    #expect("\(error)".contains(words), "\(error)")
    #expect(error.faults.count == 1)
  }

  @Test func `a file is found, and its faults name it`() throws {
    let folder = try ScratchFolder()
    try folder.write(#"{"format": "avatar-hud-theme/1", "sizes": 3}"#, to: "t.json")
    let error = try #require(throws: HudError.self) {
      try HudThemeChoice(parsing: folder.path("t.json")).load()
    }
    #expect("\(error)".hasPrefix("\(folder.path("t.json")):1:"), "\(error)")
    #expect(error.problemCode == .badInput)
    let missing = try #require(throws: HudError.self) {
      try HudThemeChoice(parsing: folder.path("u.json")).load()
    }
    #expect("\(missing)".hasSuffix("u.json: there is no such file"))
    #expect(missing.problemCode == .inputNotFound)
  }

  @Test(arguments: [("gmae", "did you mean game?"), ("dark", "expected game, plain, or a file")])
  func `an unknown theme is named, with the one that was meant`(text: String, advice: String) throws
  {
    let error = try #require(throws: HudError.self) { try HudThemeChoice(parsing: text) }
    #expect("\(error)".contains(advice), "\(error)")
  }
}
