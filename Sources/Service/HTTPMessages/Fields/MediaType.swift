/// Fields of the form `name; key=value; key="quoted value"` (RFC 9110, section 5.6.6).
package enum MediaType {
  /// The name, in lower case.
  package static func name(_ field: String) -> String {
    field.prefix { $0 != ";" }.withoutOuterBlanks.lowercased()
  }

  /// The parameters, by their names in lower case; the first of a name counts.
  static func parameters(_ field: String) -> [String: String] {
    var parameters: [String: String] = [:]
    var rest = field.drop { $0 != ";" }
    while rest.first == ";" {
      rest = rest.dropFirst()
      let name = rest.prefix { $0 != "=" && $0 != ";" }.withoutOuterBlanks.lowercased()
      rest = rest.drop { $0 != "=" && $0 != ";" }
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
      let value =
        rest.first == "\""
        ? quoted(&rest)
        : String(rest.prefix { $0 != ";" }.withoutOuterBlanks)
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
}
