/// A member's value, as JSON has it.
public indirect enum RequestValue: Hashable, Sendable {
  /// `true` or `false`.
  case flag(Bool)
  /// A whole number.
  case whole(Int)
  /// Any number; always finite.
  case number(Double)
  /// A text.
  case text(String)
  /// A list.
  case list([RequestValue])
  /// An object; its members keep their order.
  case object([Member])

  /// A member of an object.
  public struct Member: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: RequestValue

    /// Makes a member.
    public init(_ name: String, _ value: RequestValue) {
      (self.name, self.value) = (name, value)
    }
  }

  /// The value as JSON text: a line a member, lists on one line.
  public var json: String {
    var text = ""
    write(to: &text, indent: "")
    return text
  }

  private func write(to text: inout String, indent: String) {
    switch self {
    case .flag(let flag): text += flag ? "true" : "false"
    case .whole(let number): text += String(number)
    case .number(let number):
      text += Int(exactly: number).map(String.init) ?? "\(number)"
    case .text(let string): Self.write(quoted: string, to: &text)
    case .list(let values) where values.contains { if case .object = $0 { true } else { false } }:
      text += "[\n"
      for (index, value) in values.enumerated() {
        text += "\(indent)  "
        value.write(to: &text, indent: indent + "  ")
        text += index + 1 < values.count ? ",\n" : "\n"
      }
      text += "\(indent)]"
    case .list(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += ", " }
        value.write(to: &text, indent: indent)
      }
      text += "]"
    case .object(let members) where members.isEmpty: text += "{}"
    case .object(let members):
      text += "{\n"
      for (index, member) in members.enumerated() {
        text += "\(indent)  "
        Self.write(quoted: member.name, to: &text)
        text += ": "
        member.value.write(to: &text, indent: indent + "  ")
        text += index + 1 < members.count ? ",\n" : "\n"
      }
      text += "\(indent)}"
    }
  }

  private static func write(quoted string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\0"..<" ", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
