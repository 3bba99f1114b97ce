internal import Foundation
internal import Isolation
internal import Store

/// The jobs that are worked on, each by a thread that waits for its workers.
final class JobPool: @unchecked Sendable {
  /// Why a worker is ended.
  enum Reason: Hashable {
    /// The job is cancelled, in the store too.
    case cancelled
    /// The hold on the job has ended: another worker has the job, or will have it.
    case lost
    /// The job's output has more bytes than its tenant may have.
    case pastQuota(StorageQuotaFault)
    /// The service stops.
    case stopped
  }

  private struct Running {
    var hold: JobHold
    var cancellation: Cancellation
    var event: JobEvent
    var reason: Reason?
    /// Whether its record is gone, and its files are to follow.
    var isForgotten = false
  }

  /// Guards everything below.
  private let condition = NSCondition()
  private var running: [String: Running] = [:]
  private var stopping = false

  private func locked<Result>(_ body: () -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }

  var isStopping: Bool { locked { stopping } }
  var runningCount: Int { locked { running.count } }

  /// From now on no job is begun.
  func stopTaking() {
    locked { stopping = true }
  }

  /// False where something still runs then.
  func waitUntilIdle(until end: Date) -> Bool {
    locked {
      while !running.isEmpty, condition.wait(until: end) {}
      return running.isEmpty
    }
  }

  // MARK: Jobs that are worked on

  func begin(_ hold: JobHold, _ event: JobEvent, _ cancellation: Cancellation) {
    locked {
      running[hold.job] = Running(hold: hold, cancellation: cancellation, event: event)
    }
  }

  /// The jobs that are worked on.
  var runningJobs: Set<String> { locked { Set(running.keys) } }
  /// What is held of them.
  var holds: [JobHold] { locked { running.values.map(\.hold) } }

  /// No worker has the job any more; gives whether its files are to go: it was forgotten or cancelled
  /// meanwhile, however late.
  func finish(_ id: String) -> Bool {
    locked {
      defer { condition.broadcast() }
      guard let ended = running.removeValue(forKey: id) else { return false }
      return ended.isForgotten || ended.reason == .cancelled
    }
  }

  /// Waits until no thread works on a job; false where one still does then.
  func wait(for id: String, until end: Date) -> Bool {
    locked {
      while running[id] != nil, condition.wait(until: end) {}
      return running[id] == nil
    }
  }

  /// Leaves a job's files to the worker that has it; false where none has.
  func forget(_ id: String) -> Bool {
    locked {
      running[id]?.isForgotten = true
      return running[id] != nil
    }
  }

  func note(_ id: String, _ event: JobEvent) { locked { running[id]?.event = event } }
  func lastEvent(of id: String) -> JobEvent? { locked { running[id]?.event } }
  func reason(of id: String) -> Reason? { locked { running[id]?.reason } }

  /// Ends a job's worker; false where it has none.
  ///
  /// The first reason is the one that counts, but for a cancellation, after which nothing is handed
  /// back.
  @discardableResult
  func end(_ id: String, because reason: Reason) -> Bool {
    locked {
      guard let job = running[id] else { return false }
      if job.reason == nil || reason == .cancelled { running[id]?.reason = reason }
      job.cancellation.request()
      return true
    }
  }

  func endAll(because reason: Reason) {
    for id in locked({ Array(running.keys) }) { end(id, because: reason) }
  }
}
