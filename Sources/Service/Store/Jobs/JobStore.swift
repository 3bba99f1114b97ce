/// The store of accepted jobs: storage and queue in one protocol, which several machines could share.
///
/// Every change is on disk when its call returns. A call from any thread is fine.
public protocol JobStore: ErasureStore {
  /// Takes a job into the queue.
  ///
  /// - Parameters:
  ///   - key: the client's `Idempotency-Key` with a fingerprint of what was sent; the same key with
  ///     the same fingerprint gives the job that is there, with another one a conflict.
  ///   - limits: how many jobs may be waiting, in all and of this tenant.
  /// - Throws: `StoreError.queueFull`, or an error of the disk.
  func submit(
    _ job: JobRecord, key: IdempotencyKey?, limits: QueueLimits
  ) throws(StoreError) -> Submission

  /// Looks whether a tenant's next job would be taken into the queue now, as `submit` does.
  ///
  /// - Throws: `StoreError.queueFull` where it would not, or an error of the disk.
  func checkQueue(for tenant: String, limits: QueueLimits) throws(StoreError)

  /// A tenant's job; nil where there is none with this id, or it is another's.
  func job(_ id: String, of tenant: String) throws(StoreError) -> JobRecord?

  /// A job, whosever it is: for the service itself, never for an answer to a tenant.
  func job(_ id: String) throws(StoreError) -> JobRecord?

  /// A tenant's jobs, newest first, those after `cursor` (an id that was given before).
  func jobs(
    of tenant: String, after cursor: String?, limit: Int
  ) throws(StoreError) -> [JobRecord]

  /// Takes the job that has waited longest, for `worker`; nil where none waits. Tenants take turns,
  /// so that one with many jobs does not keep the others waiting.
  ///
  /// - Parameters:
  ///   - end: when the lease runs out, unless it is extended: `expire` puts the job back then, since its
  ///     worker has died or lost its way to the store.
  ///   - passedOver: jobs that are not taken, and keep their places: their files are missing.
  func claim(
    by worker: String, at time: Int64, leasedUntil end: Int64,
    passingOver passedOver: Set<String>
  ) throws(StoreError) -> JobRecord?

  /// Moves the end of a lease; false where the hold has ended.
  func extend(_ hold: JobHold, until end: Int64) throws(StoreError) -> Bool

  /// Notes how far an attempt has come; false where the hold has ended (the job was cancelled).
  func report(
    _ hold: JobHold, trackedFrames: Int, frame: Int, frameCount: Int?
  ) throws(StoreError) -> Bool

  /// Brings a job to its end, where it is done with the output of this attempt; false where the hold has
  /// ended.
  func finish(_ hold: JobHold, _ ending: JobEnding) throws(StoreError) -> Bool

  /// Puts a job back into the queue that its worker could not finish: the service stops, or the disk is full.
  ///
  /// - Parameter isCounted: false where this attempt is none of those of which a job has only so many.
  func handBack(_ hold: JobHold, isCounted: Bool) throws(StoreError)

  /// Puts jobs back into the queue whose leases have run out at a time; gives their ids, in the order in
  /// which they were accepted. They keep their places.
  func expire(at time: Int64) throws(StoreError) -> [String]

  /// Cancels a tenant's job that is not at its end yet; gives the job as it then is, nil where there
  /// is none. A cancelled job has no files, so its `storedBytes` are 0.
  func cancel(_ id: String, of tenant: String, at time: Int64) throws(StoreError) -> JobRecord?

  /// The jobs that should have files: all but those that weigh nothing and are at their end.
  func jobsWithFiles() throws(StoreError) -> [JobFiles]

  /// How many jobs there are in each state.
  func counts() throws(StoreError) -> [JobRecord.State: Int]

  /// Jobs at their end that retention takes, in this order: those that ended before a time, the
  /// oldest first; then, as long as all stored bytes are over a total, the oldest job of the tenant
  /// that holds the most bytes, one after the other.
  ///
  /// So no tenant loses a job to one that holds more (max-min fairness). Jobs that are not at their
  /// end count towards what is held, but are never taken; nor is, by size, what weighs nothing. Where
  /// tenants hold the same, the first by name gives.
  ///
  /// - Parameter passedOver: jobs that are not given, though they count: their files cannot be removed.
  func expired(
    finishedBefore time: Int64, keepingBytes: Int64, passingOver passedOver: Set<String>,
    limit: Int
  ) throws(StoreError) -> [JobRecord]

  /// Jobs at their end whose inputs are to go and did not yet, those that ended first.
  func jobsToPurge(limit: Int) throws(StoreError) -> [JobRecord]

  /// Notes that the inputs of a job at its end are gone; nothing where that is not asked for, or noted already.
  ///
  /// - Parameter storedBytes: what its files weigh now.
  func notePurge(of id: String, at time: Int64, storedBytes: Int64) throws(StoreError)
  /// Jobs at their end whose files may not be kept any longer at a time, the oldest first.
  ///
  /// - Parameter passedOver: as above.
  func lapsed(
    at time: Int64, passingOver passedOver: Set<String>, limit: Int
  ) throws(StoreError) -> [JobRecord]

  /// Forgets a job; its files are gone already.
  func remove(_ id: String) throws(StoreError)
}

/// A job by its files.
public struct JobFiles: Hashable, Sendable {
  /// The job's id.
  public var id: String
  /// Whether it is not at its end yet.
  public var isWaiting: Bool
  /// What they weigh, in bytes: until its end those that were sent.
  public var storedBytes: Int64

  /// Makes a description.
  public init(id: String, isWaiting: Bool, storedBytes: Int64) {
    (self.id, self.isWaiting, self.storedBytes) = (id, isWaiting, storedBytes)
  }
}

/// How a job ended.
public struct JobEnding: Hashable, Sendable {
  /// The state, a final one.
  public var state: JobRecord.State
  /// When.
  public var time: Int64
  /// Frames that were rendered.
  public var frames: Int
  /// Those in which the avatar of at least one face was drawn; nil where no avatar has layers.
  public var facesDrawnFrames: Int?
  /// Why it failed.
  public var failure: JobRecord.Failure?
  /// What a person should know.
  public var notes: [String]
  /// What the job's files weigh now.
  public var storedBytes: Int64

  /// Makes an ending.
  public init(
    state: JobRecord.State, time: Int64, frames: Int = 0, facesDrawnFrames: Int? = nil,
    failure: JobRecord.Failure? = nil, notes: [String] = [], storedBytes: Int64 = 0
  ) {
    (self.state, self.time, self.frames) = (state, time, frames)
    (self.facesDrawnFrames, self.failure, self.notes) = (facesDrawnFrames, failure, notes)
    self.storedBytes = storedBytes
  }
}

/// What a client calls a request by, so that sending it twice does it once.
public struct IdempotencyKey: Hashable, Sendable {
  /// How long it is remembered, in hours after its job was accepted.
  public static let hours = 24

  /// The header's value.
  public var value: String
  /// A hash of everything that decides what the job does.
  public var fingerprint: String

  /// Makes a key.
  public init(value: String, fingerprint: String) {
    (self.value, self.fingerprint) = (value, fingerprint)
  }
}

/// How many jobs may wait.
///
/// A job that was accepted is never dropped. So that one tenant's jobs do not keep the others' out, a tenant
/// with fewer waiting jobs than its share (all, divided by the tenants with waiting jobs, itself among them,
/// and at least 1) is accepted beyond `all`, up to twice as many.
public struct QueueLimits: Hashable, Sendable {
  /// The most jobs of all tenants.
  public var all: Int
  /// The most jobs of one tenant.
  public var perTenant: Int

  /// Makes limits.
  public init(all: Int, perTenant: Int) {
    (self.all, self.perTenant) = (all, perTenant)
  }

  /// Whether a tenant's next job may wait.
  ///
  /// - Parameters:
  ///   - waiting: the jobs that wait, of all tenants.
  ///   - own: those of the tenant.
  ///   - tenants: how many tenants have jobs that wait.
  /// - Throws: `StoreError.queueFull`.
  package func check(waiting: Int, own: Int, tenants: Int) throws(StoreError) {
    let share = max(all / max(tenants + (own == 0 ? 1 : 0), 1), 1)
    let most = own < share ? all.multipliedReportingOverflow(by: 2) : (all, false)
    guard most.overflow || waiting < most.partialValue else { throw .queueFull(limit: all) }
    guard own < perTenant else { throw .queueFull(limit: perTenant) }
  }
}

/// What became of a job that was submitted.
public enum Submission: Hashable, Sendable {
  /// It waits in the queue.
  case accepted(JobRecord)
  /// The same request was accepted before; this is its job.
  case repeated(JobRecord)
  /// The key was used for another request.
  case conflict
}
