public import JSON
public import Text

/// Something wrong with a session file, or with a state that was kept of a session.
public struct SessionFault: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Kind: Hashable, Sendable {
    /// What can be wrong with any JSON file.
    case json(JSONFault)
    /// Another format, or another version of it.
    case wrongFormat(found: String, expected: String)
    /// Two members that do not fit each other.
    case contradiction(found: String, expected: String)
    /// More bytes, names or samples than allowed.
    case overLimit(what: String, found: String, limit: String)
  }

  /// What is wrong.
  public var kind: Kind
  /// Where in the text it stands; nil where there is no text.
  public var place: TextPlace?
  /// The member, such as `teeth.openAbove`; empty for the whole file.
  public var path: String

  init(_ kind: Kind, place: TextPlace? = nil, path: String = "") {
    (self.kind, self.place, self.path) = (kind, place, path)
  }

  /// A fault of the log; of a key that is not known, the path is its own.
  init(_ fault: (kind: Kind, place: TextPlace, path: String)) {
    self.init(fault.kind, place: fault.place, path: fault.path)
    guard case .json(let json) = fault.kind else { return }
    switch json {
    case .unknownKey(let key, _), .duplicateKey(let key), .missingKey(let key):
      path = path.isEmpty ? Shown.text(key) : "\(path).\(Shown.text(key))"
    default: break
    }
  }

  /// Whether something is too large, rather than wrong.
  public var isLimit: Bool { if case .overLimit = kind { true } else { false } }
}

extension SessionFault.Kind: JSONSizedFaultKind {}

extension SessionFault: CustomStringConvertible {
  /// One line: place, member, what was found and what was expected.
  public var description: String {
    let position = place.map { "\($0): " } ?? ""
    return position + (path.isEmpty ? "" : "\(path): ") + words
  }

  private var words: String {
    switch kind {
    case .json(let fault): "\(fault)"
    case .wrongFormat(let found, let expected), .contradiction(let found, let expected):
      "found \(found), expected \(expected)"
    case .overLimit(let what, let found, let limit): JSONFault.overLimit(what, found, limit)
    }
  }
}

/// A file that cannot be used, and all that is wrong with it; at least one fault.
public struct SessionFaults: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults, in the order of the file.
  public let faults: [SessionFault]

  init(_ log: JSONFaultLog<SessionFault.Kind>) {
    faults = log.inFileOrder.map { SessionFault($0) }
  }

  /// The first fault, and how many more there are: one line.
  public var description: String {
    let more = faults.count - 1
    let first = faults.first.map { "\($0)" } ?? "a session file that cannot be used"
    return more < 1 ? first : "\(first) (and \(more) more fault\(more == 1 ? "" : "s"))"
  }
}
