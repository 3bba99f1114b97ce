import Drawing

/// Looks for characters that no installed font has.
enum ShareCardGlyphs {
  /// The most characters that are named: a text in a script without a font has no end of them.
  private static let noteLimit = 5

  /// Takes symbols that no font has out of the texts, and the texts that are nothing but such;
  /// gives a note for each character, in the order of the elements' names.
  static func settle(_ contents: inout [String: ShareCardContent]) throws(DrawingError) -> [String]
  {
    var missing: [Unicode.Scalar] = []
    for name in contents.keys.sorted() {
      guard case .text(let text, var style) = contents[name] else { continue }
      (style.maximumLines, style.minimumSize) = (.max, nil)
      let unknown = try TextLayout(text, style, width: .infinity).missing
      guard !unknown.isEmpty else { continue }
      missing += unknown.filter { !missing.contains($0) }
      let gone = Set(unknown.filter(MissingGlyphs.mayBeLeftOut))
      let rest = shortened(text, without: gone)
      if case .text(_, let style) = contents[name] {
        contents[name] = rest.isEmpty ? nil : .text(rest, style)
      }
    }
    var notes = missing.prefix(noteLimit).map(MissingGlyphs.note)
    if missing.count > noteLimit {
      notes.append("\(missing.count - noteLimit) more characters are in no installed font")
    }
    return notes
  }

  /// The text without some characters, and without the gaps and joiners that they leave.
  private static func shortened(_ text: String, without gone: Set<Unicode.Scalar>) -> String {
    guard !gone.isEmpty else { return text }
    var rest = String.UnicodeScalarView()
    for character in text {
      if character.unicodeScalars.contains(where: gone.contains) {
        rest.append(contentsOf: character.unicodeScalars.filter { $0.properties.isAlphabetic })
      } else if character == " ", rest.last == " " || rest.isEmpty {
        continue
      } else {
        rest.append(contentsOf: character.unicodeScalars)
      }
    }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
