public import Avatars

/// Something wrong with a `golden.json`, and where.
public struct SuiteFault: Hashable, Sendable {
  /// What is wrong.
  public enum Kind: Hashable, Sendable, JSONFaultKind {
    /// The file is no JSON.
    case notJSON(reason: String)
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
    /// A format that this reader does not know.
    case unsupportedFormat(found: String)
    /// More of something than a suite may have.
    case overLimit(what: String, found: String, limit: String)
    /// A name that cannot be a case's.
    case badName(String, reason: String)
    /// A case's name that an earlier case has.
    case duplicateName(String, first: String)
    /// A case's name whose golden is another case's as well.
    case takenName(String, by: String)
    /// A text that is not of the form that is expected.
    case unreadable(String, expected: String)
    /// Keys that do not go together.
    case contradiction(String)
  }

  /// The file.
  public var file: String
  /// Where in it.
  public var place: TextPlace
  /// The value that it is about, such as `cases[2].frames`; empty for the whole file.
  public var path: String
  /// What is wrong.
  public var kind: Kind

  /// Makes a fault.
  public init(_ kind: Kind, file: String, place: TextPlace, path: String) {
    (self.kind, self.file, self.place, self.path) = (kind, file, place, path)
  }
}

extension SuiteFault: CustomStringConvertible {
  /// One line: file, place, value, what is wrong and what would be right, as compilers write it.
  public var description: String {
    "\(file):\(place): \(path.isEmpty ? "" : "\(path): ")\(kind)"
  }
}

extension SuiteFault.Kind: CustomStringConvertible {
  /// What is wrong and what would be right, without the place.
  public var description: String {
    switch self {
    case .notJSON(let reason): JSONFaultText.notJSON(reason)
    case .wrongType(let expected, let found): JSONFaultText.wrongType(expected, found)
    case .missingKey(let key): JSONFaultText.missingKey(key)
    case .unknownKey(let key, let nearest): JSONFaultText.unknownKey(key, nearest)
    case .duplicateKey(let key): JSONFaultText.duplicateKey(key)
    case .unknownName(let name, let list, let nearest, let known):
      JSONFaultText.unknownName(name, list, nearest, known)
    case .outOfRange(let found, let expected): JSONFaultText.outOfRange(found, expected)
    case .empty(let what): JSONFaultText.empty(what)
    case .unsupportedFormat(let found):
      "the format \"\(AvatarFault.shown(found))\" is not known, only"
        + " \"\(GoldenSuite.formatName)\" is"
    case .overLimit(let what, let found, let limit): JSONFaultText.overLimit(what, found, limit)
    case .badName(let name, let reason):
      "the name \"\(AvatarFault.shown(name))\" \(reason)"
    case .duplicateName(let name, let first): "\(first) is already called \"\(name)\""
    case .takenName(let name, let other):
      "\"\(name)\" and \"\(other)\" would have the same golden"
    case .unreadable(let text, let expected):
      "\(expected) expected, found \"\(AvatarFault.shown(text))\""
    case .contradiction(let reason): reason
    }
  }
}
