internal import Blobs
internal import Foundation
internal import Problems
internal import Recordings
internal import Store
internal import Synchronization

/// What was erased.
public struct ErasureSummary: Hashable, Sendable {
  /// The renders that showed the person.
  public var renders = 0
  /// Their recordings and outputs, whose digests are kept.
  public var files = 0
  /// What these had, in bytes.
  public var bytes: Int64 = 0

  /// Makes a summary of nothing.
  public init() {}

  /// Adds what was erased beside it.
  package mutating func add(_ other: ErasureSummary) {
    renders += other.renders
    files += other.files
    bytes += other.bytes
  }

  fileprivate mutating func add(_ erased: [String: ErasedFile]) {
    renders += 1
    files += erased.count
    bytes += erased.values.reduce(0) { $0 + $1.bytes }
  }
}

extension JobRunner {
  /// How long the worker of a job is waited for that is cancelled, in seconds.
  private static let patience = 30.0
  /// As many jobs are asked for at once.
  private static let page = 100

  /// Erases a tenant's jobs that have a subject and are accepted by now.
  ///
  /// Those that wait or run are cancelled. The digests of what goes are noted before; that it goes is noted first of
  /// all, so that the next start, or the next sweep, continues it.
  ///
  /// - Throws: what keeps it from its end; it is tried again by `sweep`.
  public func erase(_ subject: String, of tenant: String) throws -> ErasureSummary {
    try erasing.withLock { _ in
      // Not before: one of the same subject that another thread carries out would lose its jobs to this one.
      try store.beginErasure(of: subject, tenant: tenant)
      var summary = ErasureSummary()
      for erasure in try store.erasures()
      where erasure.tenant == tenant && erasure.subject == subject {
        try finishOrTell(erasure, &summary)
      }
      return summary
    }
  }

  /// The tenants that have anything of a subject, in the order of their names.
  ///
  /// For a runner that is not started: what killed services left is put in order before.
  package func tenants(toErase subject: String) throws -> [String] {
    _ = try putInOrder()
    var tenants = Set(try store.tenants(showing: subject))
    for (folder, _) in try setAside(showing: subject) {
      tenants.insert(try folder.storedOwner())
    }
    // What names no owner goes with the first tenant.
    return tenants.filter { !$0.isEmpty }.sorted()
  }

  /// Goes on with what was begun and did not come to its end.
  ///
  /// - Parameter stuck: takes the name of what cannot be done now.
  func eraseLeft(isStopped: () -> Bool, stuck: inout Set<String>) {
    do {
      // A thread that erases now comes to the end by itself.
      _ = try erasing.withLockIfAvailable { _ in
        for erasure in try store.erasures() {
          if isStopped() { return }
          var summary = ErasureSummary()
          try finishOrTell(erasure, &summary)
          onErased(summary, erasure.tenant)
          onNote("an erasure that was interrupted is complete: renders: \(summary.renders)")
        }
      }
    } catch {
      stuck.insert(Self.erasure)
      guard stuckFolders.withLock({ $0.insert(Self.erasure).inserted }) else { return }
      onFault(
        "an erasure cannot be completed; it is tried again once a minute: \(SystemReason.line(of: error))"
      )
    }
  }

  /// What erasing is called among what is stuck.
  private static let erasure = "erasure"

  /// Tells what went where it fails half-way.
  private func finishOrTell(_ erasure: Erasure, _ summary: inout ErasureSummary) throws {
    do {
      try finish(erasure, &summary)
    } catch {
      if summary.renders > 0 { onErased(summary, erasure.tenant) }
      throw error
    }
  }

  private func finish(_ erasure: Erasure, _ summary: inout ErasureSummary) throws {
    if let subject = erasure.subject {
      while true {
        let jobs = try store.jobs(of: erasure, limit: Self.page)
        if jobs.isEmpty { break }
        for job in jobs { summary.add(try erase(job)) }
      }
      for (folder, request) in try setAside(showing: subject) {
        let owner = try folder.storedOwner()
        // An upload that was killed names no owner yet, so that no other tenant can claim it.
        guard owner.isEmpty || owner == erasure.tenant else { continue }
        summary.add(try note(folder, request, of: erasure.tenant))
        try folder.remove()
      }
    }
    try store.endErasure(erasure)
  }

  /// The folders set aside whose requests have a subject; one whose request cannot be read is told once.
  private func setAside(showing subject: String) throws -> [(JobFolder, JobRequest)] {
    try folders.foldersSetAside().compactMap { folder in
      if let request = try folder.storedRequest() {
        return request.provenance.subject == subject ? (folder, request) : nil
      }
      let place = folder.key.text
      if try folder.hasRequest(), unreadable.withLock({ $0.insert(place).inserted }) {
        onNote(
          "erasing: the \(JobFolder.request) of \(place) cannot be read, and it is not erased; look whom it shows,"
            + " and delete it")
      }
      return nil
    }
  }

  /// Erases a job; gives what its files had, by their keys.
  ///
  /// The files go before the record, by which they are found again.
  private func erase(_ job: JobRecord) throws -> [String: ErasedFile] {
    let folder = try folders.folder(of: job.id)
    let request = JobRequest(of: job)
    var erased = try note(folder, request, of: job.tenant)
    if !job.state.isFinal { _ = try cancel(job.id, of: job.tenant) }
    guard pool.wait(for: job.id, until: Date(timeIntervalSinceNow: Self.patience)) else {
      throw JobsError.stillRunning(id: job.id)
    }
    // What was made of it before it was cancelled.
    erased.merge(try note(folder, request, of: job.tenant)) { first, _ in first }
    try folder.remove()
    try store.remove(job.id)
    return erased
  }

  /// Notes what the files of a job have that show its person.
  private func note(
    _ folder: JobFolder, _ request: JobRequest?, of tenant: String
  ) throws -> [String: ErasedFile] {
    let files = try folder.erasedFiles(of: request, tenant, at: now)
    try store.noteErased(Array(files.values))
    return files
  }
}
