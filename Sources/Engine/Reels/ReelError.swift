public import Problems

/// Why a reel cannot be made.
public enum ReelError: Error, Hashable, Sendable {
  /// It has no segment.
  case empty
  /// It is larger or longer than a reel may be.
  case tooLarge(String, limit: String)
  /// A frame that was announced is not there; a fault of the program.
  case lostFrame
  /// What is said of its segments is of another reel.
  case otherSchedule
}

extension ReelError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .empty: "the reel has no segment; name a recording"
    case .tooLarge(let found, let limit): "the reel has \(found); allowed are \(limit)"
    case .otherSchedule: "the reel has other segments than its schedule; make the plan anew"
    case .lostFrame: "a frame of the reel was lost; please report this"
    }
  }
}

extension ReelError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .empty: .usage
    case .tooLarge: .overLimit
    case .otherSchedule: .badInput
    case .lostFrame: .internal
    }
  }
}
