public import Imaging
public import Problems

/// Why a review could not be written.
public enum ReviewError: Error, Hashable, Sendable {
  /// The review cannot be told as JSON.
  case unencodable(reason: String)
  /// The output cannot be written.
  case unwritable(path: String, ImagingError)
}

extension ReviewError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .unencodable(let reason): "the review cannot be written as JSON: \(reason)"
    case .unwritable(let path, let error): "\(path): \(error)"
    }
  }
}

extension ReviewError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .unencodable: .badInput
    case .unwritable(_, let error): error.problemCode
    }
  }
}
