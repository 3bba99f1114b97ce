public import Avatars
public import Problems

/// Why an avatar cannot be had.
public enum AvatarPackageError: Error, Hashable, Sendable {
  /// No avatar of that name is in the folder; the nearest one that is.
  case unknownAvatar(name: String, folder: String, nearest: String?)
  /// There is nothing at that path.
  case notFound(path: String)
  /// What lies there is no avatar package, or holds more than one may.
  case notAPackage(path: String, reason: String)
  /// It is over a limit as a whole.
  case tooLarge(path: String, reason: String)
  /// The package has faults.
  case faulty(path: String, AvatarFaults)
}

extension AvatarPackageError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .unknownAvatar(let name, let folder, let nearest):
      "there is no avatar \"\(name)\" in \(folder)"
        + (nearest.map { "; did you mean \"\($0)\"?" } ?? Self.hint(for: folder))
    case .notFound(let path):
      "\(path): there is no such file or folder"
    case .notAPackage(let path, let reason):
      "\(path): not an avatar package: \(reason)"
    case .tooLarge(let path, let reason):
      "\(path): \(reason)"
    case .faulty(let path, let faults):
      "\(path)/\(faults)"
    }
  }

  /// What to do about a folder that has no avatars at all.
  private static func hint(for folder: String) -> String {
    guard AvatarLibrary(folder: folder).ids.isEmpty else { return "" }
    return ", which has none; \(AvatarLibrary.places), or name their folder with --avatars or"
      + " \(AvatarLibrary.folderVariable)"
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

extension AvatarPackageError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .unknownAvatar, .notFound: .unknownAvatar
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
