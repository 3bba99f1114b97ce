/// The words for faults that every hand-written JSON file can have.
package enum JSONFaultText {
  package static func notJSON(_ reason: String) -> String { "not JSON: \(reason)" }

  package static func wrongType(_ expected: String, _ found: String) -> String {
    "\(expected) expected, \(found) found"
  }

  package static func missingKey(_ key: String) -> String { "the key \"\(key)\" is missing" }

  package static func unknownKey(_ key: String, _ nearest: String?) -> String {
    "unknown key \"\(AvatarFault.shown(key))\"\(suggestion(nearest))"
  }

  package static func duplicateKey(_ key: String) -> String {
    "the key \"\(AvatarFault.shown(key))\" stands here twice"
  }

  package static func unknownName(
    _ name: String, _ list: String, _ nearest: String?, _ known: [String]
  ) -> String {
    "\"\(AvatarFault.shown(name))\" is no \(list)"
      + (nearest == nil ? choice(known) : suggestion(nearest))
  }

  package static func outOfRange(_ found: Double, _ expected: String) -> String {
    "\(AvatarFault.shown(found)) found, \(expected) expected"
  }

  package static func empty(_ what: String) -> String { "\(what) must not be empty" }

  package static func overLimit(_ what: String, _ found: String, _ limit: String) -> String {
    "\(what): \(found) found, at most \(limit) allowed"
  }

  package static func suggestion(_ nearest: String?) -> String {
    nearest.map { "; did you mean \"\(AvatarFault.shown($0))\"?" } ?? ""
  }

  /// The names to choose from, where they fit into a line.
  private static func choice(_ known: [String]) -> String {
    known.count > 16 ? "" : "; known: \(known.joined(separator: ", "))"
  }
}
