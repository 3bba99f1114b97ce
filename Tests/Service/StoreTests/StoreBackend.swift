import SQLiteStorage
import Store
import Testing

/// A backend that has to keep the contract of the store, with what the tests need of it.
struct StoreBackend: Sendable {
  let name: String
  /// Opens the store of a folder, as the service that works on its jobs or beside it.
  let open: @Sendable (_ folder: String, _ isService: Bool) throws -> any ServiceStore

  static let all = [
    StoreBackend(name: "SQLite") { folder, isService in
      try SQLiteStore(path: "\(folder)/jobs.db", isService: isService)
    }
  ]

  /// The one that the test runs on.
  @TaskLocal static var current = all[0]
}

/// Runs each test of a suite once on every backend.
struct OnEachStore: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    for backend in StoreBackend.all {
      try await StoreBackend.$current.withValue(backend) { try await function() }
    }
  }
}

extension Trait where Self == OnEachStore {
  /// The tests of the contract: they name no backend.
  static var onEachStore: Self { OnEachStore() }
}

extension JobStore {
  /// Takes the next job, with a lease that does not run out.
  func claim(by worker: String, at time: Int64) throws(StoreError) -> JobRecord? {
    try claim(by: worker, at: time, leasedUntil: .max, passingOver: [])
  }

  func expired(
    finishedBefore time: Int64, keepingBytes: Int64, limit: Int
  ) throws(StoreError) -> [JobRecord] {
    try expired(
      finishedBefore: time, keepingBytes: keepingBytes, passingOver: [], limit: limit)
  }
}
