public import Imaging
public import Problems

/// Why a review could not be written.
public enum ReviewError: Error, Hashable, Sendable {
  /// The review cannot be told as JSON.
  case unencodable(reason: String)
  /// A file of the output cannot be made or written.
  case unwritable(ImagingError)
}

extension ReviewError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .unencodable(let reason): "the review cannot be written as JSON: \(reason)"
    case .unwritable(let error): error.description
    }
  }
}

extension ReviewError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .unencodable: .badInput
    case .unwritable(let error): error.problemCode
    }
  }
}
