public import Avatars
public import Problems

/// Why an avatar cannot be had.
public enum AvatarPackageError: Error, Hashable, Sendable {
  /// It is not found.
  case lookup(PackageLookupError)
  /// What lies there is no avatar package, or holds more than one may.
  case notAPackage(path: String, reason: String)
  /// It is over a limit as a whole.
  case tooLarge(path: String, reason: String)
  case faulty(path: String, AvatarFaults)
}

extension AvatarPackageError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .lookup(let error):
      "\(error)"
    case .notAPackage(let path, let reason):
      "\(path): not an avatar package: \(reason)"
    case .tooLarge(let path, let reason):
      "\(path): \(reason)"
    case .faulty(let path, let faults):
      "\(path)/\(faults)"
    }
  }
}

extension PackageFileError {
  /// The reason as part of a sentence.
  package var explanation: String {
    switch self {
    case .missing: "the file is missing"
    case .leadsOut(let reason): "the path \(reason)"
    case .tooLong(let limit): "the file has more than \(limit) bytes"
    case .unreadable(let reason), .overLimit(let reason): reason
    }
  }
}

extension AvatarPackageError: PackageReadingFailure {}

extension AvatarPackageError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .lookup: .unknownAvatar
    case .faulty(_, let faults) where faults.faults.contains(where: \.isLimit): .avatarTooLarge
    case .tooLarge: .avatarTooLarge
    case .notAPackage, .faulty: .badAvatar
    }
  }
}

extension AvatarFault {
  /// Whether something is over a limit, rather than wrong.
  public var isLimit: Bool {
    switch kind {
    case .overLimit, .limitReached, .tooManyLayers: true
    default: false
    }
  }
}
