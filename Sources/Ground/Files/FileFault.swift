public import Problems

/// Why a file could not be written.
public struct FileFault: Error, Hashable, Sendable {
  /// What stood in the way.
  public enum Reason: Hashable, Sendable {
    /// It is there already, and replacing it was not asked for.
    case exists
    /// The path names a folder.
    case isFolder
    /// Its folder does not exist.
    case folderMissing(String)
    case diskFull
    /// It grows beyond the length that a file may have.
    case tooLarge
    /// Something else, in the system's words.
    case failed(String)
  }

  /// The file that was to be written.
  public var path: String
  /// What stood in the way.
  public var reason: Reason

  /// Makes a fault.
  public init(path: String, _ reason: Reason) { (self.path, self.reason) = (path, reason) }
}

extension FileFault: CustomStringConvertible {
  /// One line for people.
  public var description: String { "\(path): \(reason)" }
}

extension FileFault.Reason: CustomStringConvertible {
  /// The reason without the path.
  public var description: String {
    switch self {
    case .exists: "exists already; --overwrite replaces it"
    case .isFolder: "cannot be written: it is a folder"
    case .folderMissing(let folder):
      SystemReason.refusal(ofReading: folder).map {
        "cannot be written: the folder \(folder) \($0)"
      }
        ?? "the folder \(folder) does not exist"
    case .diskFull: "there is no space left on the disk"
    case .tooLarge: "the file exceeds the allowed file size"
    case .failed(let reason): "cannot be written: \(reason)"
    }
  }
}

extension FileFault: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch reason {
    case .exists: .outputExists
    case .isFolder, .folderMissing, .failed: .cannotWrite
    case .diskFull: .diskFull
    case .tooLarge: .outputTooLarge
    }
  }
}
