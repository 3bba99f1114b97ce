public import Store

/// A database in a backup, or one that is being restored from it: a file that no other process has open.
///
/// It may be of an older version: columns that came later are asked for only where they are.
public struct StoreSnapshot: ~Copyable {
  /// A job of it.
  public struct Job: Hashable, Sendable {
    /// The job's id.
    public var id: String
    /// Its state.
    public var state: JobRecord.State
    /// What its files weigh, as the store has it.
    public var storedBytes: Int64
    /// The attempt whose output it has; nil where that is beside what was sent.
    public var resultAttempt: Int?
  }

  /// The file.
  public let path: String
  /// The version of its tables.
  public let schemaVersion: Int64
  private var connection: SQLiteConnection

  /// Opens a file, and checks all of it.
  ///
  /// - Parameter isUnchanging: whether it is only read, and nothing is made beside it.
  /// - Throws: `StoreError.unusable` where it is damaged, another program's or a newer version's, or has
  ///   what this program would not have made: code that runs by itself, or jobs whose files would lie
  ///   outside of the folder.
  public init(path: String, isUnchanging: Bool = false) throws(StoreError) {
    var opened = try SQLiteConnection.distrusted(path: path, isUnchanging: isUnchanging)
    let version = try opened.number("PRAGMA user_version")
    guard version > 0 else { throw .unusable(path: path, reason: "it is empty") }
    try opened.checkWhole()
    try opened.checkSchema()
    try opened.checkJobs()
    (self.path, schemaVersion) = (path, version)
    connection = opened
  }

  /// All jobs, in the order of acceptance.
  public mutating func jobs() throws(StoreError) -> [Job] {
    let result = schemaVersion >= Schema.versionOfResults ? "result_attempt" : "NULL"
    return try connection.rows(
      "SELECT id, state, stored_bytes, \(result) FROM job ORDER BY sequence"
    ) {
      // The table holds no other words.
      Job(
        id: $0.text(0) ?? "", state: JobRecord.State(rawValue: $0.text(1) ?? "") ?? .failed,
        storedBytes: $0.integer(2) ?? 0, resultAttempt: $0.integer(3).map { Int($0) })
    }
  }

  /// The jobs that have a subject.
  public mutating func jobs(showing subject: String) throws(StoreError) -> [ShownJob] {
    try connection.jobs(showing: subject, version: schemaVersion)
  }

  /// Forgets jobs, and notes what the files of others weigh, all of it or nothing.
  public mutating func reconcile(
    removing removed: [String], weights: [(id: String, bytes: Int64)]
  ) throws(StoreError) {
    try connection.transaction { connection throws(StoreError) in
      for id in removed { try connection.run("DELETE FROM job WHERE id = ?", [.text(id)]) }
      for (id, bytes) in weights {
        try connection.run(
          "UPDATE job SET stored_bytes = ? WHERE id = ?", [.integer(bytes), .text(id)])
      }
    }
  }
}

extension SQLiteConnection {
  /// Reads all of it: a page that is broken is found now.
  fileprivate mutating func checkWhole() throws(StoreError) {
    let fault = try row("PRAGMA integrity_check(1)") { $0.text(0) ?? "" } ?? ""
    guard fault == "ok" else {
      let line = fault.split(whereSeparator: \.isNewline).joined(separator: " ")
      throw .unusable(path: path, reason: "it is damaged: \(line); use another backup")
    }
  }

  /// This program has tables and indexes alone; a trigger or view would act in its name.
  fileprivate mutating func checkSchema() throws(StoreError) {
    let other = try row(
      """
      SELECT type || ' ' || name FROM sqlite_schema
      WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%' LIMIT 1
      """
    ) { $0.text(0) ?? "" }
    guard let other else { return }
    throw .unusable(
      path: path,
      reason:
        "it has the \(other.prefix(100)), which this program does not make; use another backup")
  }

  /// A job's id names its folder.
  fileprivate mutating func checkJobs() throws(StoreError) {
    let other = try row(
      """
      SELECT id FROM job WHERE id GLOB '*[^A-Za-z0-9._-]*' OR id NOT GLOB '[A-Za-z0-9]*'
        OR length(CAST(id AS BLOB)) > 128 LIMIT 1
      """
    ) { $0.text(0) ?? "" }
    guard let other else { return }
    let shown = String(
      other.unicodeScalars.prefix(80).map { $0.value < 0x20 ? "?" : Character($0) })
    throw .unusable(
      path: path,
      reason: "a job has the id \"\(shown)\", which is no name of a folder; use another backup")
  }
}
