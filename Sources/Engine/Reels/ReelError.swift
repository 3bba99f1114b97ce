public import Problems

/// Why a reel cannot be made.
public enum ReelError: Error, Hashable, Sendable {
  /// It has no segment.
  case empty
  /// It is larger or longer than a reel may be.
  case tooLarge(String, limit: String)
  /// A segment cannot be made.
  indirect case segment(Int, reason: String, ProblemCode)
}

extension ReelError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .empty: "the reel has no segment; name a recording"
    case .tooLarge(let found, let limit): "the reel has \(found); allowed are \(limit)"
    case .segment(let number, let reason, _): "segment \(number): \(reason)"
    }
  }
}

extension ReelError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .empty: .usage
    case .tooLarge: .overLimit
    case .segment(_, _, let code): code
    }
  }
}
