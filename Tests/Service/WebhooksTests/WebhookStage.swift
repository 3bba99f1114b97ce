import Access
import SQLiteStorage
import Store
import Synchronization
import TestSupport
import Testing
import Webhooks

/// A store with jobs that have ended, a dispatcher, and a clock that the test sets.
final class WebhookStage: Sendable {
  private let folder: ScratchFolder
  let store: any ServiceStore
  private let time = Mutex<Int64>(1_700_000_000_123)

  init() throws {
    folder = try ScratchFolder()
    store = try SQLiteStore(path: folder.path("jobs.db"))
  }

  private init(folder: ScratchFolder, at time: Int64) throws {
    self.folder = folder
    store = try SQLiteStore(path: folder.path("jobs.db"))
    self.time.withLock { $0 = time }
  }

  /// The same file, opened anew.
  func reopened() throws -> WebhookStage { try WebhookStage(folder: folder, at: now) }

  var now: Int64 { time.withLock { $0 } }
  func wait(seconds: Double) { time.withLock { $0 += Int64(seconds * 1000) } }

  /// A dispatcher; `chance` of 1 makes each wait as long as it may be.
  func dispatcher(
    allowing hosts: String, settings: WebhookSettings = WebhookSettings(),
    beforeLook: @escaping @Sendable () throws -> Void = {}
  ) throws -> WebhookDispatcher {
    WebhookDispatcher(
      outbox: store, keys: store, policy: try WebhookPolicy(hosts), settings: settings,
      clock: { self.now }, chance: { 1 },
      describe: { id in
        try beforeLook()
        // What the job looks like when it is asked: a body that was made once stays.
        return try self.store.job(id).map {
          Array(#"{"id": "\#($0.id)", "state": "\#($0.state.rawValue)", "at": \#(self.now)}"#.utf8)
        }
      })
  }

  /// Puts in a job and brings it to its end.
  func end(_ id: String, as state: JobRecord.State = .done, webhook url: String) throws {
    let job = JobRecord(
      id: id, tenant: "ada", request: "{}", createdAt: now, webhookURL: url)
    _ = try store.submit(job, key: nil, limits: QueueLimits(all: 1000, perTenant: 1000))
    let hold = try #require(try store.claim(by: "w", at: now, leasedUntil: .max, passingOver: []))
      .hold
    _ = try store.finish(hold, JobEnding(state: state, time: now))
  }

  /// The attempts of a job's only delivery, and how it stands.
  func log(_ job: String) throws -> (state: Delivery.State?, attempts: [DeliveryAttempt]) {
    let all = try store.deliveries(about: job, of: "ada")
    return (all.first?.delivery.state, all.first?.attempts ?? [])
  }
}
