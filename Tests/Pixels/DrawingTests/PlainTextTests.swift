import Drawing
import Testing

@Suite struct PlainTextTests {
  @Test(arguments: [
    ("a\u{0}b\u{7}c", "a b c"), ("one\r\ntwo", "one\ntwo"),
    ("one\u{2029}two\u{85}three", "one\ntwo\nthree"),
    ("\u{202E}gpj.exe\u{202C}", "gpj.exe"), ("\u{2066}x\u{2069}", "x"), ("\u{200F}y\u{FEFF}", "y"),
    ("flag\u{E0067}\u{E007F}", "flag"),
  ])
  func `what is no text goes, and lines stay`(given: String, expected: String) {
    #expect(PlainText.cleaned(given) == expected)
  }

  @Test(arguments: ["立春", "مرحبا بكم", "naïve café", "e\u{301}", "👩‍🚀", "नमस्ते", "a\nb"])
  func `text in any script stays as it is`(text: String) {
    #expect(PlainText.cleaned(text) == text)
  }
}
