public import Blobs
internal import Foundation
internal import Problems
public import Store
internal import Synchronization
internal import Threads

/// Works on the jobs of a store, each in processes of its own, until it is told to stop.
///
/// Whatever is killed at whatever moment, this service too, no accepted job is lost: what was being
/// rendered goes back into the queue at the next start and gives the same bytes.
public final class JobRunner: Sendable {
  /// The folders of the jobs.
  public let folders: JobFolders
  /// How jobs are worked on.
  public let settings: JobsSettings
  let store: any JobStore
  let listeners = JobListeners()
  let pool = JobPool()
  /// The threads that work on jobs, and those that look after them; none before the start.
  private let workers = Mutex<PollLoop?>(nil)
  private let keepers = Mutex<[PollLoop]>([])
  /// What is kept for each tenant.
  public let quota: StorageQuota
  let onChange: @Sendable (JobRecord) -> Void
  let onErased: @Sendable (ErasureSummary, String) -> Void
  let onNote: @Sendable (String) -> Void
  let onFault: @Sendable (String) -> Void
  let clocks: JobClocks
  let clockGuard: Mutex<ClockGuard>
  /// Jobs whose files retention could not remove.
  let stuckFolders = Mutex<Set<String>>([])
  /// Waiting jobs whose files are missing; they are not begun before these are there.
  let absent = Mutex<Set<String>>([])
  /// Waiting jobs that met a full disk.
  let roomWaits = Mutex<[String: RoomWait]>([:])
  /// Held while a thread erases a person.
  let erasing = Mutex(())
  /// Folders set aside whose requests cannot be read, as the operator was told.
  let unreadable = Mutex<Set<String>>([])
  /// Held while a thread chooses its next job.
  let claiming = Mutex(())
  /// Whether the operator was told that no job begins for lack of room.
  let isToldOfRoom = Mutex(false)
  /// The name under which this runner holds jobs.
  let name = "runner-\(UInt64.random(in: .min ... .max))"

  /// Makes a runner, which has the data folder to itself from now on.
  ///
  /// - Parameters:
  ///   - blobs: where what is sent and rendered is kept.
  ///   - quota: what is kept for each tenant; it is loaded at the start.
  ///   - clocks: what it goes by.
  ///   - onChange: told every job that is begun, put back or at its end, on the thread that did it.
  ///   - onErased: told what went, and of which tenant, by an erasure that fails half-way, and by each one that is
  ///     continued afterwards; `erase` gives the others.
  ///   - onNote: told in a line what was put in order at the start, and that the clock was set.
  ///   - onFault: told in a line what the service's operator should know and do something about.
  /// - Throws: `JobsError`.
  public init(
    store: any JobStore, blobs: any BlobStore, settings: JobsSettings,
    quota: StorageQuota = StorageQuota(), clocks: JobClocks = .system,
    onChange: @escaping @Sendable (JobRecord) -> Void = { _ in },
    onErased: @escaping @Sendable (ErasureSummary, String) -> Void = { _, _ in },
    onNote: @escaping @Sendable (String) -> Void = { _ in },
    onFault: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(JobsError) {
    try settings.check()
    let settings = settings.withAbsolutePaths
    folders = try JobFolders(dataFolder: settings.dataFolder, blobs: blobs, quota: quota)
    (self.quota, self.store, self.settings, self.clocks) = (quota, store, settings, clocks)
    clockGuard = Mutex(
      ClockGuard(grace: Int64(min(settings.clockGraceSeconds, settings.retentionSeconds) * 1000)))
    (self.onChange, self.onErased) = (onChange, onErased)
    (self.onNote, self.onFault) = (onNote, onFault)
  }

  /// Puts back what was being rendered when the last service ended (whose leases have run out), sets aside what belongs to no
  /// job, and begins to work; with a `concurrency` of 0 it runs no job.
  ///
  /// To be called once.
  ///
  /// - Throws: `StoreError`, `JobsError`.
  public func start() throws {
    let found = try putInOrder()
    if let entry = folders.setAside.entry {
      onFault(
        "files in \(folders.setAside.place) that the database does not list were moved to"
          + " \(entry.summary); they can be restored or deleted")
    }
    try lookForFiles(found)
    try folders.loadQuota(found, of: store)
    try sweep()
    workers.withLock { workers in
      workers = PollLoop(named: "job", threads: settings.concurrency) { [self] in workOnNext() }
    }
    keepers.withLock { keepers in
      keepers = [
        keeper("retention", every: settings.sweepSeconds) { $0.keepOrder() },
        keeper("leases", every: extensionSeconds) { $0.extendLeases() },
        keeper("unfinished files", first: .now, every: Self.tidySeconds) { $0.tidy() },
      ]
    }
  }

  /// Puts back what was being rendered, removes what belongs to removed jobs, and sets aside what belongs to none;
  /// gives what there is then.
  func putInOrder() throws -> JobInventory {
    try putBackInterrupted()
    var found = try folders.inventory()
    for id in try folders.clear(&found, of: store, at: now, onFault: onFault) {
      onNote("folder \(id) belongs to a cancelled or removed job; it was removed")
    }
    return found
  }

  private func keeper(
    _ name: String, first: PollLoop.Next? = nil, every seconds: Double,
    _ body: @escaping @Sendable (JobRunner) -> Void
  ) -> PollLoop {
    PollLoop(named: name, first: first ?? .after(seconds: seconds)) { [self] in
      body(self)
      return .after(seconds: seconds)
    }
  }

  /// Tells that there is work: a job was submitted.
  public func wake() { workers.withLock { $0 }?.wake() }

  /// How many jobs are being worked on.
  public var runningCount: Int { pool.runningCount }

  /// Cancels a tenant's job; a worker of it is ended within `WorkerCommand.graceSeconds`, and its
  /// files are removed.
  ///
  /// - Returns: the job as it then is; nil where there is none.
  public func cancel(_ id: String, of tenant: String) throws(StoreError) -> JobRecord? {
    guard let job = try store.cancel(id, of: tenant, at: now) else { return nil }
    guard job.state == .cancelled else { return job }
    listeners.tell(id, JobEvent(job))
    onChange(job)
    roomWaits.withLock { $0[id] = nil }
    // The job's worker removes the files when nothing writes to them any more.
    if !pool.end(id, because: .cancelled) { removeFiles(of: id) }
    return job
  }

  /// Removes a tenant's job that is at its end, with its files.
  ///
  /// The record goes first: a store that is locked, or a death in between, must not leave a job that
  /// is `done` and has no files. That it is meant to go is noted in the folder, which goes at the next start
  /// then. Where the disk has no space even for that, the files go first.
  ///
  /// - Returns: false where there is no such job, or it is not at its end.
  public func remove(_ id: String, of tenant: String) throws -> Bool {
    guard let job = try store.job(id, of: tenant), job.state.isFinal else { return false }
    let folder = try folders.folder(of: id)
    do throws(JobsError) {
      try folder.mark(removed: true)
    } catch {
      guard error.problemCode == .diskFull else { throw error }
    }
    do throws(StoreError) {
      try store.remove(id)
    } catch {
      guard case .diskFull = error else {
        try? folder.mark(removed: false)
        throw error
      }
      try folder.remove()
      try store.remove(id)
    }
    // One that was cancelled a moment ago may still have a worker, which is being ended.
    if !pool.forget(id) { removeFiles(of: id) }
    return true
  }

  /// Calls a listener with how a tenant's job stands, and with all that follows up to its final
  /// state, from any thread, as long as the subscription is held.
  ///
  /// - Returns: nil where there is no such job.
  public func subscribe(
    to id: String, of tenant: String, _ listener: @escaping @Sendable (JobEvent) -> Void
  ) throws(StoreError) -> JobSubscription? {
    // Subscribed before the state is read, so that no event in between is missed.
    let number = listeners.add(id, listener)
    let subscription = JobSubscription { [listeners] in listeners.remove(id, number) }
    guard let job = try store.job(id, of: tenant) else { return nil }
    listener(pool.lastEvent(of: id) ?? JobEvent(job))
    return subscription
  }

  /// The same as a stream, which ends after the final state; a reader that is slow gets the newest.
  public func events(
    of id: String, of tenant: String
  ) throws(StoreError) -> AsyncStream<JobEvent>? {
    let (stream, continuation) = AsyncStream<JobEvent>.makeStream(
      bufferingPolicy: .bufferingNewest(16))
    let subscription = try subscribe(to: id, of: tenant) { event in
      continuation.yield(event)
      if event.state.isFinal { continuation.finish() }
    }
    guard let subscription else { return nil }
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }

  /// Takes no further job, gives those that run so many seconds to finish, then ends their workers
  /// and puts the jobs back into the queue.
  ///
  /// When it returns, nothing runs any more, and another service may take the folder.
  public func stop(withinSeconds seconds: Double) {
    pool.stopTaking()
    let workers = workers.withLock { $0.take() }
    workers?.end()
    if !pool.waitUntilIdle(until: Date(timeIntervalSinceNow: seconds)) {
      pool.endAll(because: .stopped)
    }
    workers?.join()
    // Until then leases were extended: what still runs must not be taken.
    let keepers = keepers.withLock { keepers in
      defer { keepers = [] }
      return keepers
    }
    for keeper in keepers { keeper.end() }
    for keeper in keepers { keeper.join() }
    folders.scratch.release()
  }

  /// Milliseconds since 1970.
  var now: Int64 { clocks.wall() }

  func removeFiles(of id: String) {
    do throws(JobsError) {
      try folders.folder(of: id).remove()
      // Of a job that was cancelled all is gone; one that was removed is not there to note it of.
      try? store.notePurge(of: id, at: now, storedBytes: 0)
    } catch {
      onFault("job \(id): \(SystemReason.line(of: error))")
    }
  }
}
