import Foundation
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

  @Test(arguments: [
    ("plain", "plain"), ("Grüße 👩‍👧", "Grüße 👩‍👧"), ("", ""),
  ])
  func `bytes that are a text are shown as one`(text: String, shown: String) {
    #expect(Shown.bytes(text.utf8) == shown)
  }

  @Test(arguments: [
    ([0x6F, 0xFF, 0x2E], "o\\xff."), ([0xC3], "\\xc3"), ([0xC3, 0xA9, 0xC3], "é\\xc3"),
    ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"), ([0xF0, 0x9F, 0x98], "\\xf0\\x9f\\x98"),
    ([0x80, 0x0A, 0x41], "\\x80\u{FFFD}A"),
  ])
  func `bytes that are no UTF-8 are shown as numbers`(bytes: [UInt8], shown: String) {
    #expect(Shown.bytes(bytes) == shown)
    #expect(Shown.bytes(Array(repeating: 0xFF, count: 500)).count < 100)
  }

  @Test func `JSON keeps its values and shows nothing that acts on a terminal`() throws {
    let value = ["na\u{202E}me\u{7F}\u{2028}": "a\u{1B}[31m\n\u{9B}b", "plain": "\u{3042}😀"]
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let json = String(decoding: try encoder.encode(value), as: UTF8.self)
    let shown = Shown.json(json)
    #expect(shown == Shown.message(shown))
    #expect(shown.split(separator: "\n").count == 4)
    #expect(try JSONDecoder().decode([String: String].self, from: Data(shown.utf8)) == value)
  }
}
