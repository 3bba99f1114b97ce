/// What is bound to a statement's parameter.
enum SQLiteValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int64) { self = .integer(value) }
  init(nilLiteral: ()) { self = .null }

  /// A text, or NULL.
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  /// A number, or NULL.
  init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }
  /// A number, or NULL.
  init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
  /// Bytes, or NULL.
  init(_ bytes: [UInt8]?) { self = bytes.map { .blob($0) } ?? .null }
}
