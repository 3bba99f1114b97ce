public import JSON
public import Text

/// Something wrong with a card's layout, and where.
public struct ShareCardFault: Hashable, Sendable {
  /// What can be wrong.
  public enum Kind: Hashable, Sendable {
    /// What can be wrong with any JSON file.
    case json(JSONFault)
    /// A version of the format that this reader does not know.
    case unsupportedVersion(found: String)
    /// More than the format allows.
    case overLimit(what: String, found: String, limit: String)
    /// A path that does not stay in the card's folder.
    case unsafePath(String, reason: String)
    /// A picture that cannot be read.
    case unreadableFile(reason: String)
    /// A text that is no colour.
    case notAColour(String)
    /// An opening brace without its end.
    case openPlaceholder(String)
    /// A thing that does not fit in a ratio with the longest texts.
    case crowded(ratio: String, what: String)
    /// What lies on a face or cuts it.
    case covering(ratio: String, what: String)
    /// A layout without what it must have.
    case noPicture(ratio: String)
    /// An element that no ratio uses.
    case unusedElement(String)
  }

  /// What is wrong.
  public var kind: Kind
  /// The file of the card that it is about.
  public var file: String
  /// Where in the file it is; nil for the whole of it.
  public var place: TextPlace?
  /// The value, such as `elements.title.size`.
  public var path: String

  /// Makes a fault.
  public init(_ kind: Kind, file: String, place: TextPlace? = nil, path: String = "") {
    (self.kind, self.file, self.place, self.path) = (kind, file, place, path)
  }
}

extension ShareCardFault {
  /// Whether something is over a limit, rather than wrong.
  public var isLimit: Bool { if case .overLimit = kind { true } else { false } }
}

extension ShareCardFault.Kind: JSONFaultKind {}

extension ShareCardFault: CustomStringConvertible {
  /// One line, as compilers write it: file, place, value, what is wrong and what would be right.
  public var description: String {
    let position = place.map { ":\($0)" } ?? ""
    return "\(Shown.text(file))\(position): \(path.isEmpty ? "" : "\(path): ")\(kind)"
  }
}

extension ShareCardFault.Kind: CustomStringConvertible {
  /// What is wrong and what would be right, without the place.
  public var description: String {
    switch self {
    case .json(let fault): "\(fault)"
    case .overLimit(let what, let found, let limit): JSONFault.overLimit(what, found, limit)
    case .unsupportedVersion(let found):
      "version \(found) of the card format is not supported, only version 1 is"
    case .unsafePath(let path, let reason):
      "\"\(Shown.text(path))\" \(reason); expected a path inside the card's folder"
    case .unreadableFile(let reason): Shown.text(reason, upTo: 240)
    case .notAColour(let text):
      "\"\(Shown.text(text))\" is not a colour; expected #RRGGBB, #RRGGBBAA or a name"
        + " of the palette"
    case .openPlaceholder(let text):
      "\"\(Shown.text(text))\" has a { without its }"
    case .crowded(let ratio, let what): "in \(ratio), with long texts, \(what)"
    case .covering(let ratio, let what): "in \(ratio), \(what)"
    case .noPicture(let ratio): "the layout \(ratio) has no element of the type picture"
    case .unusedElement(let name): "no ratio uses the element \"\(Shown.text(name))\""
    }
  }
}

/// A layout that cannot be used, and all that is wrong with it.
public struct ShareCardFaults: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults, in the order of the file; at least one.
  public var faults: [ShareCardFault]

  /// Makes the error.
  public init(_ faults: [ShareCardFault]) { self.faults = faults }

  /// The first fault, and how many more there are: one line.
  public var description: String {
    guard let first = faults.first else { return "a card that cannot be used" }
    let more = faults.count - 1
    return more == 0 ? "\(first)" : "\(first) (and \(more) more fault\(more == 1 ? "" : "s"))"
  }
}
