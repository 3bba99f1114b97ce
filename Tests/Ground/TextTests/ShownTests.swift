import Testing
import Text

@Suite struct ShownTests {
  @Test(arguments: ["\u{202E}", "\u{2066}", "\u{200F}", "\u{1B}", "\u{7}", "\u{2028}", "\u{85}"])
  func `what acts on a terminal or turns text around is not shown`(scalar: String) {
    #expect(Shown.text("a\(scalar)b") == "a\u{FFFD}b")
    #expect(Shown.message("a\(scalar)b") == "a\u{FFFD}b")
  }

  @Test func `a message keeps its lines and every script`() {
    let text = "Grüße\n\tשלום 👩‍👩‍👧 नमस्ते"
    #expect(Shown.message(text) == text)
  }
}
