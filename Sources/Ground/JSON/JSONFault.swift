import Text

/// What can be wrong with a value of any JSON file that people write by hand.
public enum JSONFault: Hashable, Sendable {
  /// The text is no JSON.
  case notJSON(reason: String)
  /// The object is of another format.
  case otherFormat(found: String, expected: String)
  /// A value has another type than the format says.
  case wrongType(expected: String, found: String)
  /// A key that must be there is not.
  case missingKey(String)
  /// A key that the format does not know; the nearest one that it knows.
  case unknownKey(String, nearest: String?)
  /// A key that stands in one object twice.
  case duplicateKey(String)
  /// A name that is not among those that may stand here; the nearest one that is.
  case unknownName(String, of: String, nearest: String?, known: [String])
  /// A number that is not finite, or out of its range.
  case outOfRange(found: Double, expected: String)
  /// A text or a list that must not be empty.
  case empty(String)
}

extension JSONFault: CustomStringConvertible {
  /// What is wrong and what would be right, without the place.
  public var description: String {
    switch self {
    case .notJSON(let reason): "not JSON: \(reason)"
    case .otherFormat(let found, let expected): "this is \(found); expected \(expected)"
    case .wrongType(let expected, let found): "\(expected) expected, \(found) found"
    case .missingKey(let key): "the key \"\(key)\" is missing"
    case .unknownKey(let key, let nearest):
      "unknown key \"\(Shown.text(key))\"\(Self.suggestion(nearest))"
    case .duplicateKey(let key): "duplicate key \"\(Shown.text(key))\""
    case .unknownName(let name, let list, let nearest, let known):
      "\"\(Shown.text(name))\" is not a known \(list)"
        + (nearest == nil ? Self.choice(known) : Self.suggestion(nearest))
    case .outOfRange(let found, let expected):
      "\(Shown.number(found)) found, \(expected) expected"
    case .empty(let what): "\(what) must not be empty"
    }
  }

  package static func suggestion(_ nearest: String?) -> String {
    nearest.map { "; did you mean \"\(Shown.text($0))\"?" } ?? ""
  }

  /// The names to choose from, where they fit into a line.
  private static func choice(_ known: [String]) -> String {
    known.count > 16 ? "" : "; known: \(known.joined(separator: ", "))"
  }

  /// The words for more than a format allows, whose limits are each format's own.
  package static func overLimit(_ what: String, _ found: String, _ limit: String) -> String {
    "\(what): \(found) found, at most \(limit) allowed"
  }
}
