public import JSON
public import Requests
public import Text

/// Something wrong with a `golden.json`, and where.
public struct SuiteFault: Hashable, Sendable {
  /// What is wrong.
  public enum Kind: Hashable, Sendable, RequestFaultKind, JSONSizedFaultKind {
    /// What can be wrong with any JSON file.
    case json(JSONFault)
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

  /// The path of the suite's file.
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
    case .json(let fault): "\(fault)"
    case .unsupportedFormat(let found):
      "the format \"\(Shown.text(found))\" is not known, only"
        + " \"\(GoldenSuite.formatName)\" is"
    case .overLimit(let what, let found, let limit): JSONFault.overLimit(what, found, limit)
    case .badName(let name, let reason):
      "the name \"\(Shown.text(name))\" \(reason)"
    case .duplicateName(let name, let first): "\(first) is already called \"\(name)\""
    case .takenName(let name, let other):
      "\"\(name)\" and \"\(other)\" would have the same golden"
    case .unreadable(let text, let expected):
      "expected \(expected), found \"\(Shown.text(text))\""
    case .contradiction(let reason): reason
    }
  }
}
