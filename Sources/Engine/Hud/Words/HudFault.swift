public import JSON
public import Text

/// Something wrong with a theme, and where.
public struct HudFault: Hashable, Sendable {
  /// What is wrong.
  public enum Kind: Hashable, Sendable {
    /// What can be wrong with any JSON file.
    case json(JSONFault)
    /// Something else than what is expected.
    case unfit(found: String, expected: String)
    /// Something is over a limit.
    case overLimit(found: String, limit: String)
  }

  /// What is wrong.
  public var kind: Kind
  /// Where in the file it stands.
  public var place: TextPlace
  /// The member, such as `colours.text`; empty for the whole file.
  public var path: String
}

extension HudFault.Kind: JSONFaultKind {}

extension HudFault: CustomStringConvertible {
  /// One line: place, member, what was found and what was expected.
  public var description: String {
    let words =
      switch kind {
      case .json(let fault): "\(fault)"
      case .unfit(let found, let expected): "\(found) found, \(expected) expected"
      case .overLimit(let found, let limit): "\(found) found, at most \(limit) allowed"
      }
    return "\(place): " + (path.isEmpty ? "" : "\(path): ") + words
  }
}

/// A file of the HUD that cannot be used, and all that is wrong with it; at least one fault.
public struct HudFaults: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults, in the order of the file.
  public let faults: [HudFault]

  init(_ log: JSONFaultLog<HudFault.Kind>) {
    faults = log.inFileOrder.map { HudFault(kind: $0.kind, place: $0.place, path: $0.path) }
  }

  /// The first fault, and how many more there are: one line.
  public var description: String {
    let more = faults.count - 1
    let first = faults.first.map { "\($0)" } ?? "a file that cannot be used"
    return more < 1 ? first : "\(first) (and \(more) more fault\(more == 1 ? "" : "s"))"
  }
}

/// One value of a file of the HUD.
typealias HudField = JSONField<HudFault.Kind>
