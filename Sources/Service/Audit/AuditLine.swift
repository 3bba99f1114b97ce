internal import Digests
public import JSON

/// What an audit log says in one line, beside its place in the chain.
public struct AuditEntry: Sendable {
  /// What was done, such as `read`.
  public var action: String
  /// When, as RFC 3339 has it.
  public var time: String
  /// By whom, to what: in this order.
  public var members: [(String, JSONValue)]

  /// Makes an entry.
  public init(_ action: String, at time: String, _ members: [(String, JSONValue)]) {
    (self.action, self.time, self.members) = (action, time, members)
  }
}

/// The place of a line in the chain: its number, and the SHA-256 of its bytes without the line's end.
struct ChainPlace: Hashable {
  var sequence: Int
  var hash: String

  /// Before the first line.
  static let beginning = ChainPlace(
    sequence: 0, hash: String(repeating: "0", count: 2 * SHA256.byteCount))

  /// The place of a line.
  init(_ sequence: Int, of line: some Collection<UInt8>) {
    (self.sequence, hash) = (sequence, SHA256.hex(of: line))
  }

  init(sequence: Int, hash: String) { (self.sequence, self.hash) = (sequence, hash) }
}

/// A line of an audit log.
struct AuditLine {
  /// The most bytes of a line; one with the links of a render's files has some 700.
  static let longest = 16 << 10

  var sequence: Int
  var previous: String
  var time: String
  var action: String
  /// For a line that says that the oldest file goes: the number of its last line.
  var expired: Int?

  /// The bytes of an entry that follows a line, without the line's end.
  static func bytes(_ entry: AuditEntry, after place: ChainPlace) -> [UInt8] {
    JSONValue.object(
      [
        ("sequence", .integer(place.sequence + 1)), ("time", .string(entry.time)),
        ("action", .string(entry.action)),
      ] + entry.members + [("previous", .string(place.hash))]
    ).bytes
  }

  /// Reads a line without its end; nil for what is none.
  init?(_ bytes: [UInt8]) {
    guard let node = try? JSONReader.read(bytes), case .object(let members) = node.value else {
      return nil
    }
    func text(_ name: String) -> String? {
      guard case .string(let text)? = members.first(where: { $0.name == name })?.value.value else {
        return nil
      }
      return text
    }
    func whole(_ name: String) -> Int? {
      guard case .number(let number)? = members.first(where: { $0.name == name })?.value.value,
        number >= 1, number < 0x1p53, number == number.rounded()
      else { return nil }
      return Int(number)
    }
    guard let sequence = whole("sequence"), let previous = text("previous"),
      let time = text("time"), let action = text("action")
    else { return nil }
    (self.sequence, self.previous, self.time, self.action) = (sequence, previous, time, action)
    expired = action == Self.expiry ? whole("through") : nil
  }

  /// What is done when the oldest file goes.
  static let expiry = "expire"
}
