internal import CSQLite
internal import Foundation
internal import Store

/// A connection to a database file, with the statements that it has prepared.
///
/// One thread at a time: the type cannot be copied and everything that talks to SQLite is mutating,
/// so the compiler sees to it. SQLite's own lock is therefore left out (`SQLITE_OPEN_NOMUTEX`).
@safe struct SQLiteConnection: ~Copyable, @unchecked Sendable {
  private let handle: OpaquePointer
  let path: String
  private var prepared: [String: OpaquePointer] = unsafe [:]

  /// Opens a database, which is made where there is none.
  ///
  /// - Parameter isUnchanging: whether it is a file that nothing writes, and nothing is written beside; it must be there.
  init(path: String, busyMilliseconds: Int, isUnchanging: Bool = false) throws(StoreError) {
    var opened: OpaquePointer?
    let access =
      isUnchanging
      ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let place = isUnchanging ? "\(URL(filePath: path).absoluteString)?immutable=1" : path
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    errno = 0
    let code = unsafe sqlite3_open_v2(place, &opened, flags, nil)
    guard code == SQLITE_OK, let opened = unsafe opened else {
      let error = unsafe StoreError(code: code, handle: opened, path: path)
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    // SQLite goes on without the right to write; nothing here can.
    guard unsafe isUnchanging || sqlite3_db_readonly(opened, "main") != 1 else {
      unsafe sqlite3_close_v2(opened)
      throw .unusable(path: path, reason: "the file may not be written by this user")
    }
    unsafe sqlite3_busy_timeout(opened, Int32(clamping: busyMilliseconds))
    self.path = path
    unsafe handle = opened
  }

  deinit {
    while let statement = unsafe sqlite3_next_stmt(handle, nil) {
      unsafe sqlite3_finalize(statement)
    }
    unsafe sqlite3_close_v2(handle)
  }

  /// Runs a statement and reads its rows.
  mutating func rows<Row>(
    _ sql: String, _ values: [SQLiteValue] = [],
    read: (borrowing SQLiteStatement) throws(StoreError) -> Row
  ) throws(StoreError) -> [Row] {
    let statement = unsafe SQLiteStatement(try prepare(sql))
    try check(statement.bind(values))
    var rows: [Row] = []
    while true {
      switch statement.step() {
      case SQLITE_ROW: rows.append(try read(statement))
      case SQLITE_DONE: return rows
      case let code: throw error(code)
      }
    }
  }

  /// Runs a statement and reads its first row; nil where there is none.
  mutating func row<Row>(
    _ sql: String, _ values: [SQLiteValue] = [],
    read: (borrowing SQLiteStatement) throws(StoreError) -> Row
  ) throws(StoreError) -> Row? {
    try rows(sql, values, read: read).first
  }

  /// Runs a statement whose answer is a whole number; 0 where it has none.
  mutating func number(_ sql: String, _ values: [SQLiteValue] = []) throws(StoreError) -> Int64 {
    try row(sql, values) { $0.integer(0) ?? 0 } ?? 0
  }

  /// Runs a statement for what it changes; gives how many rows that were.
  @discardableResult
  mutating func run(_ sql: String, _ values: [SQLiteValue] = []) throws(StoreError) -> Int {
    _ = try rows(sql, values) { _ in }
    return Int(unsafe sqlite3_changes(handle))
  }

  /// Runs statements without values, one after the other.
  mutating func script(_ sql: String) throws(StoreError) {
    errno = 0
    try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Does everything or nothing; the write lock is taken at the beginning, since a lock that is
  /// wanted halfway can be refused without waiting (SQLite, "Transactions").
  mutating func transaction<Result>(
    _ body: (inout SQLiteConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      let result = try body(&self)
      try run("COMMIT")
      return result
    } catch {
      // A full disk or a failed read may have rolled back already.
      if unsafe sqlite3_get_autocommit(handle) == 0 { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  /// Waits for the disk at each commit again; a failure shows at the next commit.
  mutating func syncFully() { try? script("PRAGMA synchronous = FULL") }

  /// A prepared statement, from those that were prepared before.
  private mutating func prepare(_ sql: String) throws(StoreError) -> OpaquePointer {
    if let statement = unsafe prepared[sql] { return unsafe statement }
    var statement: OpaquePointer?
    try check(
      unsafe sqlite3_prepare_v3(
        handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
    guard let statement = unsafe statement else {
      throw .unusable(path: path, reason: "an empty statement")
    }
    unsafe prepared[sql] = statement
    return unsafe statement
  }

  private func check(_ code: Int32) throws(StoreError) {
    guard code == SQLITE_OK else { throw error(code) }
  }

  private func error(_ code: Int32) -> StoreError {
    unsafe StoreError(code: code, handle: handle, path: path)
  }
}
