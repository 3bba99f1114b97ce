internal import Foundation
public import Store

/// A store's database as a backup reads it: beside the service that writes it, and without changing it.
///
/// It is neither made nor brought to this version where it is older.
public struct StoreReader: ~Copyable {
  private var connection: SQLiteConnection

  /// Opens a database that is there.
  ///
  /// - Throws: `StoreError.unusable` where it is missing, empty, damaged, another program's, or a newer
  ///   version's; `.locked`.
  public init(path: String) throws(StoreError) {
    guard !SQLiteConnection.isMissing(path: path) else {
      throw .unusable(path: path, reason: "it is missing or empty")
    }
    connection = try SQLiteConnection.distrusted(path: path)
  }

  /// Copies one committed state of the database into a file; writers go on meanwhile.
  ///
  /// It is a copy of the rows and not of the pages (`VACUUM INTO`): nothing is left in it of what was
  /// deleted, and it has no log beside it. The whole of it is checked.
  ///
  /// - Parameter path: a file that is not there yet; it is made for this user alone.
  public mutating func snapshot(into path: String) throws(StoreError) -> StoreSnapshot {
    let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      let cause = errno
      if cause == ENOSPC || cause == EDQUOT { throw .diskFull(path: path) }
      throw .unusable(path: path, reason: unsafe String(cString: strerror(cause)))
    }
    close(file)
    do throws(StoreError) {
      try connection.run("VACUUM INTO ?", [.text(path)])
    } catch {
      // The disk that is full is that of the copy.
      if case .diskFull = error { throw .diskFull(path: path) }
      throw error
    }
    return try StoreSnapshot(path: path)
  }

  /// The jobs that have a subject.
  public mutating func jobs(showing subject: String) throws(StoreError) -> [ShownJob] {
    try connection.jobs(showing: subject, version: connection.number("PRAGMA user_version"))
  }

  /// What was erased, and how many erasures have not come to their end.
  public mutating func erasures() throws(StoreError) -> (files: [ErasedFile], unfinished: Int) {
    guard try connection.number("PRAGMA user_version") >= Schema.versionOfErasing else {
      return ([], 0)
    }
    return (
      try connection.erasedFiles(), Int(try connection.number("SELECT count(*) FROM erasure"))
    )
  }

  /// The state that a job has now; nil where there is none.
  public mutating func state(of id: String) throws(StoreError) -> JobRecord.State? {
    try connection.row("SELECT state FROM job WHERE id = ?", [.text(id)]) { $0.text(0) ?? "" }
      .flatMap(JobRecord.State.init(rawValue:))
  }
}

extension SQLiteConnection {
  /// Opens a database of ours, of this version or an older one, that may have been changed.
  static func distrusted(
    path: String, isUnchanging: Bool = false
  ) throws(StoreError) -> SQLiteConnection {
    var connection = try SQLiteConnection(
      path: path, busyMilliseconds: SQLiteStore.defaultBusyMilliseconds, isUnchanging: isUnchanging)
    try connection.identify()
    try connection.script("PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF")
    try connection.script("PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON")
    return connection
  }
}
