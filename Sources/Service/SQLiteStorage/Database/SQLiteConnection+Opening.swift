internal import Foundation
internal import Store

extension SQLiteConnection {
  /// Opens a database of ours, or makes one, and brings it to this version.
  static func openStore(path: String, busyMilliseconds: Int) throws(StoreError) -> SQLiteConnection
  {
    try makeFile(path)
    var connection = try SQLiteConnection(path: path, busyMilliseconds: busyMilliseconds)
    try connection.identify()
    try connection.configure()
    try connection.migrate()
    // All of it is read: a page that is broken is found now rather than by a request.
    let fault = try connection.row("PRAGMA integrity_check(1)") { $0.text(0) ?? "" } ?? ""
    guard fault == "ok" else {
      let line = fault.split(whereSeparator: \.isNewline).joined(separator: " ")
      throw .unusable(
        path: path,
        reason: "it is damaged: \(line); restore it from a backup, or move it away")
    }
    return connection
  }

  /// Whether there is no database yet at a path, or one without anything in it.
  ///
  /// One that cannot be read is there, and opening it says what is wrong.
  static func isMissing(path: String) -> Bool {
    // An empty file is not opened: SQLite would delete the log beside it.
    var information = stat()
    guard unsafe stat(path, &information) == 0, information.st_size > 0 else { return true }
    guard
      var connection = try? SQLiteConnection(
        path: path, busyMilliseconds: SQLiteStore.defaultBusyMilliseconds),
      let tables = try? connection.number("SELECT count(*) FROM sqlite_schema"),
      let version = try? connection.number("PRAGMA user_version")
    else { return false }
    return tables == 0 && version == 0
  }

  /// Settings of a connection; a second one of the same file needs them too.
  mutating func configure() throws(StoreError) {
    // Readers go on during a write.
    let mode = try writeAhead()
    guard mode == "wal" else {
      throw .unusable(
        path: path,
        reason: "its file system cannot hold a write-ahead log (\(mode)); use a local disk")
    }
    // Without it, WAL loses the last transactions with the power: an accepted job would be gone.
    try script("PRAGMA synchronous = FULL")
    try script("PRAGMA foreign_keys = ON")
    // Damage is found where it is read, and a schema that was changed runs no functions.
    try script("PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF")
    // After a burst the log shrinks again.
    try script("PRAGMA journal_size_limit = 16777216")
  }

  /// Turns the write-ahead log on; gives the mode that then holds.
  ///
  /// For the lock that the change takes SQLite does not wait, and at the first start others want it
  /// too: each holds it for moments, so a few tries do.
  private mutating func writeAhead() throws(StoreError) -> String {
    var tries = 0
    while true {
      do throws(StoreError) {
        return try row("PRAGMA journal_mode = WAL") { $0.text(0) ?? "" } ?? ""
      } catch {
        tries += 1
        guard case .locked = error, tries < 50 else { throw error }
        usleep(10_000)
      }
    }
  }

  /// Only this user may read it: it lists the requests of tenants.
  private static func makeFile(_ path: String) throws(StoreError) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw .unusable(path: path, reason: "there is no folder \(folder); make it first")
    }
    guard isFolder.boolValue else {
      throw .unusable(path: path, reason: "\(folder) is not a folder")
    }
    // Only a new file is opened: closing one that SQLite has open too would drop the process's locks
    // (SQLite, "How To Corrupt", 2.2).
    let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0o600)
    guard file >= 0 else {
      let cause = errno
      if cause == EEXIST { return }
      if cause == ENOSPC || cause == EDQUOT { throw .diskFull(path: path) }
      throw .unusable(
        path: path,
        reason: "\(unsafe String(cString: strerror(cause))); the folder and its files must be "
          + "writable by this user")
    }
    close(file)
  }

  /// Leaves the databases of other programs, and of later versions of this one, as they are.
  mutating func identify() throws(StoreError) {
    // Another process may make all of it between two looks: in this order a process that sees its
    // tables or its version sees that it is ours.
    let isEmpty = try number("SELECT count(*) FROM sqlite_schema") == 0
    let version = try number("PRAGMA user_version")
    let application = try number("PRAGMA application_id")
    if application == 0, version == 0, isEmpty { return }
    guard application == Schema.applicationID else {
      throw .unusable(
        path: path,
        reason: "it is another program's database (application id \(application)); "
          + "name another folder")
    }
    guard version <= Schema.version else { throw .newer(path: path, schema: version) }
  }

  private mutating func migrate() throws(StoreError) {
    guard try number("PRAGMA user_version") < Schema.version else { return }
    try transaction { connection throws(StoreError) in
      // Another process may have been faster.
      let version = Int(try connection.number("PRAGMA user_version"))
      for migration in Schema.migrations.dropFirst(version) { try connection.script(migration) }
      // A pragma takes no parameter; both are numbers of ours.
      try connection.script("PRAGMA application_id = \(Schema.applicationID)")
      try connection.script("PRAGMA user_version = \(Schema.version)")
    }
  }
}
