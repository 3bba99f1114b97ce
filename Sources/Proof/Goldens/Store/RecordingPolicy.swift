/// Which goldens may be written.
///
/// A run that writes one fails, so that the picture is looked at before it counts.
public enum RecordingPolicy: Hashable, Sendable {
  /// None: compare.
  case never
  /// Those that are not there yet.
  case missing
  /// Those that are not there yet, and those that a picture differs from by more than is allowed.
  case failed
  case all
  /// Those of the cases that a pattern means.
  case matching([NamePattern])

  /// The variable that says which.
  public static let variable = "AVATAR_OVERLAY_RECORD"

  /// Whether the environment is one where nothing is ever recorded: `CI` is set, to whatever.
  ///
  /// A variable that is set to nothing counts as unset.
  public static func isForbidden(_ environment: [String: String]) -> Bool {
    !(environment["CI"] ?? "").isEmpty
  }

  /// Reads `AVATAR_OVERLAY_RECORD`: `missing`, `failed`, `all`, or patterns of names with commas
  /// between them; never where `CI` is set.
  public init(environment: [String: String]) {
    let wish = environment[Self.variable] ?? ""
    guard !Self.isForbidden(environment) else {
      self = .never
      return
    }
    switch wish {
    case "", "never": self = .never
    case "missing": self = .missing
    case "failed": self = .failed
    case "all": self = .all
    default:
      self = .matching(wish.split(separator: ",").map { NamePattern(String($0)) })
    }
  }

  /// Whether a golden is to be written.
  ///
  /// - Parameter verdict: what comparing with it gave.
  public func records(_ name: String, passed: Bool, exists: Bool) -> Bool {
    switch self {
    case .never: false
    case .missing: !exists
    case .failed: !exists || !passed
    case .all: true
    case .matching(let patterns): patterns.contains { $0.matches(name) }
    }
  }
}
