public import Problems
public import Scenes

/// Why a scene cannot be had.
public enum ScenePackageError: Error, Hashable, Sendable {
  /// No scene of that name is in the folder; the nearest one that is.
  case unknownScene(name: String, folder: String, nearest: String?)
  /// There is nothing at that path.
  case notFound(path: String)
  /// What lies there is no scene package, or holds more than one may.
  case notAPackage(path: String, reason: String)
  /// It is over a limit as a whole.
  case tooLarge(path: String, reason: String)
  /// The package has faults.
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
    case .unknownScene(let name, let folder, let nearest):
      "there is no scene \"\(name)\" in \(folder)"
        + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
    case .notFound(let path):
      "\(path): there is no such file or folder"
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

extension ScenePackageError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .unknownScene, .notFound: .unknownScene
    case .faulty(_, let faults) where faults.faults.contains(where: \.isLimit): .sceneTooLarge
    case .tooMany, .tooLarge: .sceneTooLarge
    case .notAPackage, .faulty, .samePicture: .badScene
    }
  }
}
