/// A JSON value that keeps the order of its members, for answers that people read too.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A number; one that is not finite is written as `null`, which is all that JSON has.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
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
      self.name = name
      self.value = value
    }
  }

  /// An object of pairs.
  public static func object(_ pairs: [(String, JSONValue)]) -> JSONValue {
    .members(pairs.map { Member(name: $0.0, value: $0.1) })
  }

  /// A text, or `null`.
  public static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// The value as UTF-8.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  /// The value as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  private func append(to bytes: inout [UInt8]) {
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
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes += ", ".utf8 }
        value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .members(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes += ", ".utf8 }
        Self.append(quoted: member.name, to: &bytes)
        bytes += ": ".utf8
        member.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
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
