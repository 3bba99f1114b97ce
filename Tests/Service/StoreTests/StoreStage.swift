import Store
import TestSupport
import Testing

/// A store in a folder of its own, and jobs for it.
struct StoreStage {
  let folder: ScratchFolder
  let store: any ServiceStore
  static let roomy = QueueLimits(all: 10_000, perTenant: 10_000)

  init(isService: Bool = false) throws {
    folder = try ScratchFolder()
    store = try StoreBackend.current.open(folder.path(""), isService)
  }

  /// The database, for tests of SQLite's own backend.
  var path: String { folder.path("jobs.db") }

  /// Opens the store a second time, as another process would.
  func reopened(isService: Bool = false) throws -> any ServiceStore {
    try StoreBackend.current.open(folder.path(""), isService)
  }

  /// A job with no surprises.
  static func job(_ id: String, of tenant: String = "ada", at time: Int64 = 1000) -> JobRecord {
    JobRecord(id: id, tenant: tenant, request: "{}", createdAt: time)
  }

  /// Does something to a database as another program would: Python's `sqlite3`, connected as `c`.
  static func sqlite(_ path: String, _ script: String) throws {
    let program = "import sqlite3, sys\nc = sqlite3.connect(sys.argv[1])\n" + script
    try Program.python.succeed(["-c", program, path], in: ScratchFolder())
  }

  /// Takes a job into a roomy queue.
  @discardableResult
  func submit(
    _ id: String, of tenant: String = "ada", at time: Int64 = 1000, key: IdempotencyKey? = nil
  ) throws -> Submission {
    try store.submit(Self.job(id, of: tenant, at: time), key: key, limits: Self.roomy)
  }
}
