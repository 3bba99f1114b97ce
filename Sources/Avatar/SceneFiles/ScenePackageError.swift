public import AvatarFiles
public import Problems
public import Scenes

/// Why a scene cannot be had.
public enum ScenePackageError: Error, Hashable, Sendable {
  /// It is not found.
  case lookup(PackageLookupError)
  /// What lies there is no scene package, or holds more than one may.
  case notAPackage(path: String, reason: String)
  /// It is over a limit as a whole.
  case tooLarge(path: String, reason: String)
  case faulty(path: String, SceneFaults)
  /// Two packages are for one printed picture.
  case samePicture(String, first: String, second: String)
  /// More scenes than are used at once.
  case tooMany(path: String, found: Int)
}

extension ScenePackageError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .lookup(let error):
      "\(error)"
    case .notAPackage(let path, let reason):
      "\(path): not a scene package: \(reason)"
    case .tooLarge(let path, let reason):
      "\(path): \(reason)"
    case .faulty(let path, let faults):
      "\(path)/\(faults)"
    case .samePicture(let name, let first, let second):
      "\(second): its picture is called \"\(name)\", which is that of \(first); expected one scene for a"
        + " picture: rename one in its scene.json"
    case .tooMany(let path, let found):
      "\(path): found \(found) scenes, expected at most \(SceneLibrary.most); use fewer at once"
    }
  }
}

extension ScenePackageError: PackageReadingFailure {}

extension ScenePackageError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .lookup: .unknownScene
    case .faulty(_, let faults) where faults.faults.contains(where: \.isLimit): .sceneTooLarge
    case .tooMany, .tooLarge: .sceneTooLarge
    case .notAPackage, .faulty, .samePicture: .badScene
    }
  }
}
