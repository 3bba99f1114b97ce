public import Store
internal import Synchronization

/// The store in one SQLite file (WAL, a full sync at each commit), for one machine.
///
/// One connection writes, another reads while it does. Several processes may have it open, as a
/// service and `avatar-overlay keys` do; each call then waits for the other's transaction, up to
/// `busyMilliseconds`, before it is `StoreError.locked`.
public final class SQLiteStore: Sendable {
  /// The file's name in a service's data folder.
  public static let fileName = "service.sqlite"
  /// The most rows that a list gives at once.
  public static let maximumPage = 1000
  /// How long a call waits for another process, in milliseconds, where nothing else is said.
  public static let defaultBusyMilliseconds = 5000

  /// The file.
  public let path: String
  private let writer: Mutex<SQLiteConnection>
  private let reader: Mutex<SQLiteConnection>
  /// Held for as long as the store lives; nil where it is shared.
  private let place: StoreLock?
  /// The room for removals from a full disk; nil where the store is shared.
  private let reserve: StoreReserve?

  /// Opens a store, which is made where there is none, in a folder that is there.
  ///
  /// - Parameters:
  ///   - path: the file; `-wal`, `-shm` and `.lock` are made beside it.
  ///   - isService: takes the place of the service that works on the jobs. There is one: the leases
  ///     of the one before are over (`expire`). The place is free again when the process ends, however it
  ///     ends.
  ///   - busyMilliseconds: how long a call waits for other processes.
  /// - Throws: `StoreError.locked` where another process has the service's place or holds the
  ///   database; `.diskFull`; `.unusable` where the file is damaged, another program's, a newer
  ///   version's, or cannot be written.
  public convenience init(
    path: String, isService: Bool = false,
    busyMilliseconds: Int = SQLiteStore.defaultBusyMilliseconds
  ) throws(StoreError) {
    try self.init(
      path: path, holding: isService ? StoreLock(beside: path) : nil,
      busyMilliseconds: busyMilliseconds)
  }

  /// The same with the place that was taken already, or none.
  public init(
    path: String, holding place: StoreLock?,
    busyMilliseconds: Int = SQLiteStore.defaultBusyMilliseconds
  ) throws(StoreError) {
    let reserve = place.map { _ in StoreReserve(beside: path) }
    // A service that begins on a full disk is the one that frees it.
    let writer = try Self.withRoom(from: reserve) { () throws(StoreError) in
      try Self.openWriter(path, isService: place != nil, busyMilliseconds: busyMilliseconds)
    }
    let reader = try Self.withRoom(from: reserve) { () throws(StoreError) in
      var reader = try SQLiteConnection(path: path, busyMilliseconds: busyMilliseconds)
      try reader.configure()
      return reader
    }
    (self.path, self.reserve, self.place) = (path, reserve, place)
    self.writer = Mutex(writer)
    self.reader = Mutex(reader)
  }

  private static func openWriter(
    _ path: String, isService: Bool, busyMilliseconds: Int
  ) throws(StoreError) -> SQLiteConnection {
    var writer = try SQLiteConnection.openStore(path: path, busyMilliseconds: busyMilliseconds)
    // The service that had the place before has died: no worker has what it was rendering.
    if isService {
      try writer.transaction { connection throws(StoreError) in
        _ = try connection.run("UPDATE job SET leased_until = NULL WHERE state = 'rendering'")
      }
    }
    return writer
  }

  /// Whether there is no database yet at a path, or one without anything in it.
  public static func isMissing(path: String) -> Bool { SQLiteConnection.isMissing(path: path) }

  /// Changes something, all of it or nothing; on disk when the call returns.
  func write<Result: Sendable>(
    _ body: (inout SQLiteConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let result = try writer.withLock { connection throws(StoreError) in
      try connection.transaction(body)
    }
    reserve?.fill()
    return result
  }

  /// Changes something that lets room on the disk become free; where that is full, with the room that is kept for it.
  func writeRemoval<Result: Sendable>(
    _ body: (inout SQLiteConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try Self.withRoom(
      from: reserve,
      // Behind what is in the file already the log has room of its own.
      making: { writer.withLock { try? $0.script("PRAGMA wal_checkpoint(TRUNCATE)") } },
      for: { () throws(StoreError) in try write(body) })
  }

  /// Does something, and once more with the room of a reserve where there was none; the reserve takes what is left.
  private static func withRoom<Result: ~Copyable>(
    from reserve: StoreReserve?, making more: () -> Void = {},
    for body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StoreError) {
      return try body()
    } catch {
      guard case .diskFull = error, let reserve else { throw error }
      reserve.release()
    }
    defer { reserve?.fill() }
    more()
    return try body()
  }

  /// Changes what may be forgotten when the power fails (not when the process dies): no wait for
  /// the disk.
  func writeLightly<Result: Sendable>(
    _ body: (inout SQLiteConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try writer.withLock { connection throws(StoreError) in
      try connection.script("PRAGMA synchronous = NORMAL")
      defer { connection.syncFully() }
      return try connection.transaction(body)
    }
  }

  /// Writes the whole file again, without what is left in it of rows that were removed, and empties the log.
  ///
  /// - Throws: `StoreError.locked` where another process reads, whose state of the database is in the log.
  func rewrite() throws(StoreError) {
    try Self.withRoom(from: reserve) { () throws(StoreError) in
      try writer.withLock { connection throws(StoreError) in
        // The copy that is made on the way is not to be another file with everybody's rows.
        try connection.script("PRAGMA temp_store = MEMORY")
        defer { try? connection.script("PRAGMA temp_store = DEFAULT") }
        try connection.run("VACUUM")
        let isBusy = try connection.number("PRAGMA wal_checkpoint(TRUNCATE)") != 0
        if isBusy { throw StoreError.locked(path: path) }
      }
    }
  }

  /// Asks for something, of one state of the database.
  func read<Result: Sendable>(
    _ body: (inout SQLiteConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try reader.withLock { connection throws(StoreError) in try body(&connection) }
  }
}
