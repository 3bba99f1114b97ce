/// A pattern of cases' names, as shells have them.
///
/// `?` stands for one character of a part and `*` for any number of them, `**` for anything, also
/// across `/`. A pattern that names a folder means every case in it.
public struct NamePattern: Hashable, Sendable, CustomStringConvertible {
  /// The pattern as it was written.
  public let description: String
  private let tokens: [Token]

  private enum Token: Hashable {
    case character(UInt8)
    case anyCharacter
    case anyOfPart
    case anything
  }

  /// Makes a pattern.
  public init(_ text: String) {
    description = text
    var tokens: [Token] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "?"): tokens.append(.anyCharacter)
      case UInt8(ascii: "*"):
        switch tokens.last {
        case .anyOfPart?: tokens[tokens.count - 1] = .anything
        case .anything?: break
        default: tokens.append(.anyOfPart)
        }
      default: tokens.append(.character(byte))
      }
    }
    while tokens.last == .character(UInt8(ascii: "/")) { tokens.removeLast() }
    self.tokens = tokens
  }

  /// Whether the text is a pattern and not just a name.
  public var isPattern: Bool {
    tokens.contains { if case .character = $0 { false } else { true } }
  }

  /// Whether a name is meant.
  public func matches(_ name: String) -> Bool {
    // The set of tokens that the name read so far may have reached: linear in both lengths,
    // whatever the pattern.
    var reached = closure([0])
    for byte in name.utf8 {
      if byte == UInt8(ascii: "/"), reached.contains(tokens.count) { return true }
      var next: Set<Int> = []
      for place in reached where place < tokens.count {
        switch tokens[place] {
        case .character(byte): next.insert(place + 1)
        case .character: break
        case .anyCharacter: if byte != UInt8(ascii: "/") { next.insert(place + 1) }
        case .anyOfPart: if byte != UInt8(ascii: "/") { next.insert(place) }
        case .anything: next.insert(place)
        }
      }
      reached = closure(next)
      if reached.isEmpty { return false }
    }
    return reached.contains(tokens.count)
  }

  /// The places, and those that are reached from them for nothing.
  private func closure(_ places: Set<Int>) -> Set<Int> {
    var all = places
    for place in places {
      var next = place
      while next < tokens.count, tokens[next] == .anyOfPart || tokens[next] == .anything {
        next += 1
        all.insert(next)
      }
    }
    return all
  }
}
