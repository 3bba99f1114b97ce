public import Filters
public import Problems

/// Why passes cannot be drawn as they are asked for.
public enum PassError: Error, Hashable, Sendable {
  /// A filter is asked for where there is no picture under the avatars.
  case filterWithoutPicture(PictureFilter.Kind)
}

extension PassError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .filterWithoutPicture(let kind):
      "--filter \(kind) is for whole pictures, and --overlay-only leaves the picture out;"
        + " leave one of them out"
    }
  }
}

extension PassError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode { .unfitOutput }
}
