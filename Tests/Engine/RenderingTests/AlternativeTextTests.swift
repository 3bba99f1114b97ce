import Avatars
import Recordings
import Rendering
import Testing

@Suite struct AlternativeTextTests {
  private func avatar(_ name: String?, id: String = "x", tags: [String] = []) -> Avatar {
    Avatar(id: id, name: name.map { ["en": $0, "zh-Hans": "龙面具"] } ?? [:], tags: tags, layers: [])
  }

  @Test func `the alternative text says which faces wear which avatars`() {
    let (dragon, bear) = (avatar("Dragon mask"), avatar("Bear hood"))
    #expect(AlternativeText.of([]) == "a picture without a tracked face")
    #expect(AlternativeText.of([nil]) == "a face")
    #expect(AlternativeText.of([nil, nil]) == "two faces")
    #expect(AlternativeText.of([dragon]) == "a face with a dragon mask")
    #expect(AlternativeText.of([dragon, dragon]) == "two faces, each with a dragon mask")
    #expect(
      AlternativeText.of([dragon, bear])
        == "two faces, one with a dragon mask and one with a bear hood")
    #expect(
      AlternativeText.of([nil, bear]) == "two faces, one with a bear hood and one without an avatar"
    )
    #expect(
      AlternativeText.of([dragon, bear, nil, dragon])
        == "four faces, two with a dragon mask, one with a bear hood and one without an avatar")
    #expect(AlternativeText.of(Array(repeating: nil, count: 12)) == "12 faces")
  }

  @Test func `the alternative text of avatars alone names no face`() {
    let (dragon, crown) = (avatar("Dragon mask"), avatar("Crown"))
    #expect(
      AlternativeText.of([dragon], before: "a transparent background")
        == "a dragon mask on a transparent background"
    )
    #expect(
      AlternativeText.of([dragon, nil, crown], before: "a transparent background")
        == "a dragon mask and a crown on a transparent background")
    #expect(
      AlternativeText.of([dragon], before: "a white background")
        == "a dragon mask on a white background")
    #expect(
      AlternativeText.of([nil], before: "a transparent background") == "a transparent picture")
  }

  @Test(arguments: [
    ("Ox mask", [], "an ox mask"), ("Dragon", ["zodiac", "mask"], "a dragon mask"),
    ("Crown", ["headgear", "crown"], "a crown"), ("NASA helmet", [], "a NASA helmet"),
    ("Glasses", [], "glasses"), ("Dress", [], "a dress"), (nil, ["hat"], "a party fun hat"),
    ("A\nb\u{202E}\u{0}c  d", [], "an a b c d"), ("  ", [], "an avatar"),
  ])
  func `the alternative text calls an avatar by its name`(
    name: String?, tags: [String], words: String
  ) {
    let text = AlternativeText.of([avatar(name, id: "party-fun", tags: tags)])
    #expect(text == "a face with \(words)")
  }

  @Test func `the alternative text repeats no more of a name than people listen to`() {
    let text = AlternativeText.of([avatar(String(repeating: "na", count: 500))])
    #expect(text.count <= AlternativeText.nameLimit + 20)
  }

  @Test func `what a clip is heard with is one phrase, in the order of the kinds`() {
    #expect(AlternativeText.ofSound([]) == nil)
    #expect(AlternativeText.ofSound([.music]) == "with music")
    #expect(
      AlternativeText.ofSound([.music, .greeting, .scenes])
        == "with the scene's sounds, a spoken greeting and music")
    #expect(
      AlternativeText.ofSound([.session, .avatars])
        == "with the avatar's sounds and the session's sounds")
  }
}
