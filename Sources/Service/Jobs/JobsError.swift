public import Blobs
public import Problems

/// Why jobs cannot be worked on at all.
public enum JobsError: Error, Hashable, Sendable {
  /// A setting is out of its range.
  case badSetting(name: String, found: String, expected: String)
  /// Another process works on the jobs of this folder.
  case folderInUse(path: String)
  /// The folder, or a file in it, cannot be used; the reason.
  case unusable(path: String, reason: String)
  case diskFull(path: String)
  /// The job's tenant would have more than it may.
  case quota(StorageQuotaFault)
  /// A job that is to go is still worked on.
  case stillRunning(id: String)
  /// What is kept of jobs cannot be reached or changed.
  case blobs(BlobError)
}

extension JobsError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .badSetting(let name, let found, let expected):
      "\(name): expected \(expected), found \(found)"
    case .folderInUse(let path):
      "\(path): another service is using this folder; stop it, or name another folder"
    case .unusable(let path, let reason): "\(path): cannot be used (\(reason))"
    case .diskFull(let path): "\(path): the disk is full; free some space or shorten the retention"
    case .stillRunning(let id): "the worker of job \(id) has not ended yet; try again"
    case .blobs(let error): "\(error)"
    case .quota(let fault): "\(fault)"
    }
  }
}

extension JobsError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .diskFull: .diskFull
    case .stillRunning: .storageBusy
    case .blobs(let error): error.problemCode
    case .quota(let fault): fault.problemCode
    case .badSetting, .folderInUse, .unusable: .internal
    }
  }
}
