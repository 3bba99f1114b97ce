internal import Backup
internal import Blobs
internal import Foundation
public import Problems
internal import ServiceEndpoints
internal import Text

/// Where a person is erased, or looked for: a data folder, and where its files are.
struct ErasedPlace {
  /// The data folder.
  let data: String
  /// Where its files are, `s3://BUCKET/PREFIX`; empty for the folder itself.
  let files: String
  /// The database.
  var database: String { ServiceStorage.path(in: data) }

  /// - Parameter files: where the operator says that the files are; nil: where the folder says it.
  /// - Throws: `ErasureFault` where there is no database, or the folder says otherwise.
  init(data: String, files: String?) throws(ErasureFault) {
    self.data = URL(filePath: data).standardizedFileURL.resolvingSymlinksInPath().path
    let noted = FilesElsewhere.place(of: self.data) ?? ""
    self.files = files ?? noted
    guard FileManager.default.fileExists(atPath: ServiceStorage.path(in: self.data)) else {
      throw .noDatabase(path: ServiceStorage.path(in: self.data))
    }
    guard self.files == noted else {
      throw .otherFiles(data: self.data, found: self.files, noted: noted)
    }
  }
}

/// Why nothing is erased, or looked for.
public enum ErasureFault: Error, Hashable, Sendable {
  /// There is no database.
  case noDatabase(path: String)
  /// The files of the data folder are elsewhere.
  case otherFiles(data: String, found: String, noted: String)
  /// A service works on the data folder.
  case serviceRuns(data: String)
  /// The operator asked to stop.
  case interrupted
}

extension ErasureFault: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .noDatabase(let path):
      SystemReason.refusal(ofReading: path).map { "\(path): \($0)" }
        ?? "\(path) does not exist; give the folder that serve has as --data"
    case .otherFiles(let data, let found, let noted):
      "--files: \(Shown.text(found, upTo: 200)) found, and the files of \(data) are"
        + " \(noted.isEmpty ? "in that folder: leave it out" : "in \(Shown.text(noted, upTo: 200))")"
    case .serviceRuns(let data):
      "\(data): a service uses this folder; stop it, or send it DELETE /v1/subjects/ID"
    case .interrupted: "interrupted; nothing was changed"
    }
  }
}

extension ErasureFault: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .noDatabase: .inputNotFound
    case .otherFiles: .badStore
    case .serviceRuns: .storageBusy
    case .interrupted: .interrupted
    }
  }
}
