/// Fields of the form `name; key=value; key="quoted value"` (RFC 9110, section 5.6.6).
enum MediaType {
  /// The name, in lower case.
  static func name(_ field: String) -> String {
    trimmed(field.prefix { $0 != ";" }).lowercased()
  }

  /// The parameters, by their names in lower case; the first of a name counts.
  static func parameters(_ field: String) -> [String: String] {
    var parameters: [String: String] = [:]
    var rest = field.drop { $0 != ";" }
    while rest.first == ";" {
      rest = rest.dropFirst()
      let name = trimmed(rest.prefix { $0 != "=" && $0 != ";" }).lowercased()
      rest = rest.drop { $0 != "=" && $0 != ";" }
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
      let value = rest.first == "\"" ? quoted(&rest) : trimmed(rest.prefix { $0 != ";" })
      rest = rest.drop { $0 != ";" }
      if parameters[name] == nil { parameters[name] = value }
    }
    return parameters
  }

  /// Reads a quoted text.
  ///
  /// A backslash escapes a quote or a backslash and is itself before anything else: some browsers
  /// send paths with backslashes as they are.
  private static func quoted(_ rest: inout Substring) -> String {
    var value = ""
    rest = rest.dropFirst()
    while let character = rest.first, character != "\"" {
      rest = rest.dropFirst()
      if character == "\\", let next = rest.first, next == "\"" || next == "\\" {
        value.append(next)
        rest = rest.dropFirst()
      } else {
        value.append(character)
      }
    }
    rest = rest.dropFirst()
    return value
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while let first = text.first, isBlank(first) { text.removeFirst() }
    while let last = text.last, isBlank(last) { text.removeLast() }
    return String(text)
  }

  private static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t"
  }
}
