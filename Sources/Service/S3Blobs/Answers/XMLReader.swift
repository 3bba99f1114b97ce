/// Reads an XML document, from its first byte to its last.
struct XMLReader {
  private var rest: Substring.UTF8View
  private var elements = 0

  init(_ text: String) { rest = text[...].utf8 }

  /// The root element; nil where anything is not as it must be.
  mutating func document() -> XMLTree? {
    _ = take("\u{FEFF}")
    if take("<?xml") {
      guard skip(through: "?>") else { return nil }
    }
    skipBlanks()
    guard take("<"), let tree = element(depth: 1) else { return nil }
    skipBlanks()
    return rest.isEmpty ? tree : nil
  }

  /// An element after its `<`.
  private mutating func element(depth: Int) -> XMLTree? {
    elements += 1
    guard depth <= XMLTree.deepest, elements <= XMLTree.mostElements, let name = name() else {
      return nil
    }
    var tree = XMLTree(name: name)
    while true {
      skipBlanks()
      if take("/>") { return tree }
      if take(">") { break }
      guard skipAttribute() else { return nil }
    }
    while true {
      guard let text = textUntilTag() else { return nil }
      tree.text += text
      if take("</") {
        guard self.name() == name else { return nil }
        skipBlanks()
        return take(">") ? tree : nil
      }
      guard take("<"), let child = element(depth: depth + 1) else { return nil }
      tree.children.append(child)
    }
  }

  private mutating func skipAttribute() -> Bool {
    guard name() != nil else { return false }
    skipBlanks()
    guard take("=") else { return false }
    skipBlanks()
    for quote in ["\"", "'"] where take(quote) { return skip(through: quote) }
    return false
  }

  /// The text up to the next `<`, which must come.
  private mutating func textUntilTag() -> String? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "<")) else { return nil }
    var (text, open) = (String.UnicodeScalarView(), Substring(rest[..<end]).unicodeScalars)
    rest = rest[end...]
    while let mark = open.firstIndex(of: "&") {
      text += open[..<mark]
      guard let close = open[mark...].prefix(12).firstIndex(of: ";"),
        let character = Self.character(Substring(open[open.index(after: mark)..<close]))
      else { return nil }
      text.append(character)
      open = open[open.index(after: close)...]
    }
    return String(text + open)
  }

  private static func character(_ entity: Substring) -> Unicode.Scalar? {
    switch entity {
    case "lt": "<"
    case "gt": ">"
    case "amp": "&"
    case "quot": "\""
    case "apos": "'"
    default:
      if entity.hasPrefix("#x") {
        UInt32(entity.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
      } else if entity.hasPrefix("#") {
        UInt32(entity.dropFirst()).flatMap(Unicode.Scalar.init)
      } else {
        nil
      }
    }
  }

  private mutating func name() -> String? {
    let end = rest.firstIndex { !Self.isOfName($0) } ?? rest.endIndex
    let name = String(Substring(rest[..<end]))
    rest = rest[end...]
    return name.isEmpty || name.utf8.count > 128 ? nil : name
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: ":"):
      true
    default: false
    }
  }

  private mutating func skipBlanks() {
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }

  /// Takes a text where it comes next.
  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  /// Goes behind the next occurrence of a text; false where there is none.
  private mutating func skip(through text: String) -> Bool {
    while !rest.isEmpty {
      if take(text) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
