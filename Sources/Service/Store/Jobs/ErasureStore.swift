/// What a store knows of the erasing of persons, who are named by the `subject` of jobs.
///
/// An erasure stands in the store until all is gone that it is of, so that what a killed process began is continued.
/// Afterwards nothing of the subject is left in the store, nor in the bytes of its file.
public protocol ErasureStore: Sendable {
  /// Notes that all of a tenant's jobs go that have a subject and are accepted by now, in place of an erasure of it
  /// that did not come to its end.
  func beginErasure(of subject: String, tenant: String) throws(StoreError)

  /// The erasures that have not come to their end, in the order in which they began.
  func erasures() throws(StoreError) -> [Erasure]

  /// Jobs of an erasure that are still there, those that were accepted first.
  func jobs(of erasure: Erasure, limit: Int) throws(StoreError) -> [JobRecord]

  /// The tenants that have jobs with a subject, in the order of their names.
  func tenants(showing subject: String) throws(StoreError) -> [String]

  /// Notes what files had that are about to be removed; what is noted already is noted once.
  func noteErased(_ files: [ErasedFile]) throws(StoreError)

  /// What all files had that were erased.
  func erasedFiles() throws(StoreError) -> [ErasedFile]

  /// Ends an erasure: forgets its subject, and overwrites what was removed from the store so far.
  ///
  /// - Throws: `StoreError` where that is not done, `.locked` where another process reads: it stays among
  ///   `erasures`.
  func endErasure(_ erasure: Erasure) throws(StoreError)
}

/// An erasure that has begun.
public struct Erasure: Hashable, Sendable {
  /// Its number in the store.
  public var id: Int64
  /// Whose jobs go.
  public var tenant: String
  /// Whom they show; nil where the jobs are gone, and the rest of the store is still to be overwritten.
  public var subject: String?

  /// Makes a description.
  public init(id: Int64, tenant: String, subject: String?) {
    (self.id, self.tenant, self.subject) = (id, tenant, subject)
  }
}

/// What a file had that was erased: nothing of it says whom it showed.
public struct ErasedFile: Hashable, Sendable {
  /// The SHA-256 of its bytes, 64 lower-case hexadecimal digits.
  public var sha256: String
  /// How many they were.
  public var bytes: Int64
  /// Whose it was.
  public var tenant: String
  /// When it was erased, in milliseconds since 1970.
  public var erasedAt: Int64

  /// Makes a description.
  public init(sha256: String, bytes: Int64, tenant: String, erasedAt: Int64) {
    (self.sha256, self.bytes, self.tenant, self.erasedAt) = (sha256, bytes, tenant, erasedAt)
  }
}
