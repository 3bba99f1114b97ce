internal import CSQLite
internal import Foundation
internal import Store

extension StoreError {
  /// What a result code of SQLite means; the handle tells more, where there is one.
  init(code: Int32, handle: OpaquePointer?, path: String) {
    // The upper bits tell which operation failed, the lowest eight what kind it was.
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .locked(path: path)
    case SQLITE_FULL: self = .diskFull(path: path)
    default:
      // SQLite takes only ENOSPC for a full disk; a quota and a limit of the file's size are too.
      // What sqlite3_system_errno gives is not set where a statement fails halfway; each call begins
      // with errno at 0.
      let system = errno
      if code & 0xFF == SQLITE_IOERR, [ENOSPC, EDQUOT, EFBIG].contains(system) {
        self = .diskFull(path: path)
        return
      }
      let text = unsafe handle.map { unsafe String(cString: sqlite3_errmsg($0)) }
      let reason = unsafe text ?? String(cString: sqlite3_errstr(code))
      let cause = unsafe String(cString: strerror(system))
      // Elsewhere it is of some call that may fail.
      let isSystem = [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF) && system != 0
      let whole = isSystem ? "\(reason): \(cause)" : reason
      self = .unusable(path: path, reason: Self.advice(code & 0xFF, whole))
    }
  }

  private static func advice(_ code: Int32, _ reason: String) -> String {
    switch code {
    case SQLITE_NOTADB:
      "it is not an SQLite database: \(reason); name another folder, or move it away"
    case SQLITE_CORRUPT: "it is damaged: \(reason); restore it from a backup, or move it away"
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN:
      "\(reason); the folder and its files must be writable by this user"
    default: reason
    }
  }
}
