/// An error that says itself which problem of the one table it is.
///
/// Each stage's errors do so in their own module. The command line makes its exit code of it, the
/// service its answer, and a worker its reply; none of them looks into the error.
public protocol ProblemReporting: Error {
  var problemCode: ProblemCode { get }
  /// What is at fault; by default what the problem is about as a rule.
  var problemPlace: ProblemPlace? { get }
}

extension ProblemReporting {
  /// What the problem is about as a rule.
  public var problemPlace: ProblemPlace? { problemCode.place }
}

/// What of a request is at fault.
public enum ProblemPlace: String, Hashable, Sendable, Codable, CaseIterable {
  /// The clip or picture.
  case recording
  /// What the tracker saw.
  case tracking
  /// An avatar, or how many there are.
  case avatar
  /// A share card, or a text on it.
  case card
  /// The options, a request or a command line.
  case options
  case output
}
