public import Imaging

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
