public import JSON
public import Text

/// Something wrong with a fit profile, and where.
public struct FitProfileFault: Hashable, Sendable {
  /// What is wrong.
  public enum Kind: Hashable, Sendable {
    /// What can be wrong with any JSON file.
    case json(JSONFault)
    /// A format that this reader does not know.
    case unsupportedFormat(found: String)
    /// A key that is no identity of a face.
    case notAFace(String)
    /// More than the format allows.
    case overLimit(what: String, found: String, limit: String)
  }

  /// What is wrong.
  public var kind: Kind
  /// Where in the file it stands.
  public var place: TextPlace
  /// The value, such as `avatars.dragon.scale`; empty for the whole file.
  public var path: String

  /// Whether something is over a limit, rather than wrong.
  public var isLimit: Bool { if case .overLimit = kind { true } else { false } }
}

extension FitProfileFault.Kind: JSONSizedFaultKind {}

extension FitProfileFault: CustomStringConvertible {
  /// One line: place, value, what was found and what was expected.
  public var description: String {
    "\(place): \(path.isEmpty ? "" : "\(Shown.text(path, upTo: 120)): ")\(kind)"
  }
}

extension FitProfileFault.Kind: CustomStringConvertible {
  /// What is wrong and what would be right, without the place.
  public var description: String {
    switch self {
    case .json(let fault): "\(fault)"
    case .unsupportedFormat(let found):
      "the format \"\(Shown.text(found))\" is not supported, only \"\(FitProfile.format)\" is"
    case .notAFace(let key):
      "\"\(Shown.text(key))\" found, the identity of a face expected: a whole number from 0 to"
        + " \(FitProfile.highestFace), without zeros before it"
    case .overLimit(let what, let found, let limit): JSONFault.overLimit(what, found, limit)
    }
  }
}

/// A fit profile that cannot be used, and all that is wrong with it; at least one fault.
public struct FitProfileFaults: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults, in the order of the file.
  public let faults: [FitProfileFault]

  init(_ log: JSONFaultLog<FitProfileFault.Kind>) {
    faults = log.inFileOrder.map {
      FitProfileFault(kind: $0.kind, place: $0.place, path: $0.path)
    }
  }

  /// Whether the file is larger than allowed.
  public var areOfSize: Bool {
    faults.contains { if case .overLimit = $0.kind { true } else { false } }
  }

  /// The first fault, and how many more there are: one line.
  public var description: String {
    let more = faults.count - 1
    let first = faults.first.map { "\($0)" } ?? "a fit profile that cannot be used"
    return more < 1 ? first : "\(first) (and \(more) more fault\(more == 1 ? "" : "s"))"
  }
}
