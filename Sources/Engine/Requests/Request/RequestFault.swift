public import JSON
public import Text

/// What can be wrong with a value of a request, whatever else the file around it can have wrong.
package protocol RequestFaultKind: JSONFaultKind {
  /// A text that is not of the form that is expected.
  static func unreadable(_ found: String, expected: String) -> Self
  /// Members that do not go together, or another fault in words.
  static func contradiction(_ words: String) -> Self
}

/// Something wrong with a request, and where.
public struct RequestFault: Hashable, Sendable {
  /// What is wrong.
  public enum Kind: Hashable, Sendable, RequestFaultKind {
    /// What can be wrong with any JSON file.
    case json(JSONFault)
    /// A text that is not of the form that is expected.
    case unreadable(String, expected: String)
    /// Members that do not go together, or another fault in words.
    case contradiction(String)
  }

  /// What is wrong.
  public var kind: Kind
  /// Where it is.
  public var place: TextPlace
  /// The member that it is about, such as `tracking.size`; empty for the whole request.
  public var path: String

  /// Makes a fault.
  public init(_ kind: Kind, place: TextPlace, path: String) {
    (self.kind, self.place, self.path) = (kind, place, path)
  }
}

extension RequestFault: CustomStringConvertible {
  /// Place, member, what was found and what is expected.
  public var description: String { "\(place): \(path.isEmpty ? "" : "\(path): ")\(kind)" }
}

extension RequestFault.Kind: CustomStringConvertible {
  /// What is wrong and what would be right, without the place.
  public var description: String {
    switch self {
    case .json(let fault): "\(fault)"
    case .unreadable(let text, let expected):
      "expected \(expected), found \"\(Shown.text(text))\""
    case .contradiction(let words): words
    }
  }
}
