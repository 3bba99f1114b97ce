/// A JSON value that keeps the order of its members, for answers that people read too.
public enum JSONValue: Hashable, Sendable {
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A number; one that is not finite is written as `null`, which is all that JSON has.
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// An object, in this order.
  case members([Member])
  /// JSON that was written already.
  case raw(String)

  /// A member of an object.
  public struct Member: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSONValue

    /// Makes a member.
    public init(name: String, value: JSONValue) {
      (self.name, self.value) = (name, value)
    }
  }

  /// An object of pairs.
  public static func object(_ pairs: [(String, JSONValue)]) -> JSONValue {
    .members(pairs.map { Member(name: $0.0, value: $0.1) })
  }

  /// A text, or `null`.
  public static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// The value as UTF-8, on one line.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes, indent: nil)
    return bytes
  }

  /// The value as text, on one line.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The value as text for people: a line a member, and a list of plain values on one line.
  public var lines: String {
    var bytes: [UInt8] = []
    append(to: &bytes, indent: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// - Parameter indent: how far its lines are indented; nil for one line.
  private func append(to bytes: inout [UInt8], indent: Int?) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .number(let value):
      if value.isFinite, value == value.rounded(), abs(value) < 0x1p53 {
        bytes += String(Int(value)).utf8
      } else {
        bytes += (value.isFinite ? "\(value)" : "null").utf8
      }
    case .string(let text): Self.append(quoted: text, to: &bytes)
    case .raw(let text): bytes += text.utf8
    case .array(let values):
      let isPlain = !values.contains { if case .members = $0 { true } else { false } }
      Self.append(values, between: "[]", to: &bytes, indent: isPlain ? nil : indent) {
        $0.append(to: &$1, indent: $2)
      }
    case .members(let members):
      Self.append(members, between: "{}", to: &bytes, indent: indent) {
        Self.append(quoted: $0.name, to: &$1)
        $1 += ": ".utf8
        $0.value.append(to: &$1, indent: $2)
      }
    }
  }

  private static func append<Item>(
    _ items: [Item], between brackets: String, to bytes: inout [UInt8], indent: Int?,
    _ append: (Item, inout [UInt8], Int?) -> Void
  ) {
    let inner = items.isEmpty ? nil : indent.map { $0 + 2 }
    func breakLine(_ depth: Int?) {
      guard inner != nil, let depth else { return }
      bytes += ("\n" + String(repeating: " ", count: depth)).utf8
    }
    bytes += brackets.utf8.prefix(1)
    for (index, item) in items.enumerated() {
      if index > 0 { bytes += (inner == nil ? ", " : ",").utf8 }
      breakLine(inner)
      append(item, &bytes, inner)
    }
    breakLine(indent)
    bytes += brackets.utf8.suffix(1)
  }

  private static func append(quoted text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case 0..<0x20, 0x7F:
        let digits = String(byte, radix: 16)
        bytes += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

// Values as they are written in code.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object, in this order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements) }
}
