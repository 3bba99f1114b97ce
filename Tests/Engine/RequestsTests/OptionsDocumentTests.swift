import Requests
import TestSupport
import Testing

@Suite struct `The tables of the options` {
  @Test func `stand in the document as the table of members makes them`() throws {
    let part = MadePart("options", of: "Documentation/options.md")
    #expect(try part.text(recording: OptionsDocument.text) == OptionsDocument.text)
  }
}
