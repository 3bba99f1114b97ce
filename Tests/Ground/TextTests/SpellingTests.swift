import Avatars
import Testing
import Text

@Suite struct SpellingTests {
  @Test(arguments: [
    ("jawopen", "jawOpen"), ("jawOpn", "jawOpen"), ("jwaOpen", "jawOpen"), ("kawOpen", "jawOpen"),
    ("eyeBlinkleft", "eyeBlinkLeft"), ("smileLeft", nil), ("", nil), ("x", nil),
    ("mouthSmile", "mouthSmileLeft"),
  ])
  func `a mistyped name is matched with the nearest one`(name: String, nearest: String?) {
    #expect(Spelling.nearest(to: name, among: SignalRegistry.standard.names) == nearest)
  }

  @Test
  func
    `a mistyped name is matched with the first of equals by alphabet, in whatever order they come`()
  {
    #expect(Spelling.nearest(to: "cat", among: ["rat", "bat", "hat"]) == "bat")
    #expect(Spelling.nearest(to: "cat", among: ["hat", "bat", "rat"]) == "bat")
  }

  /// Distances by hand: one swap, one letter more, one less, one other, both.
  @Test func `a mistyped name allows a third of the letters, and at least two, to differ`() {
    #expect(Spelling.nearest(to: "abcdef", among: ["badcef"]) == "badcef")
    #expect(Spelling.nearest(to: "abcdef", among: ["badcfe"]) == nil)
    #expect(Spelling.nearest(to: "abcdefghi", among: ["badcfeghi"]) == "badcfeghi")
    #expect(Spelling.nearest(to: "ab", among: ["xy"]) == nil)
  }
}
