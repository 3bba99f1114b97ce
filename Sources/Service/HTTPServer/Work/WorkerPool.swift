internal import Foundation
internal import Synchronization

/// A request's work in a pool.
struct PoolJob: Sendable {
  /// Whom it is counted for.
  var claimant: String
  /// Its estimated cost, in units (1: a composited 1280 x 720 frame, about 8 ms of one core).
  var cost: Double
  /// Does it.
  var run: @Sendable () -> Void
  /// Called instead of `run` where the job gives its waiting place to another claimant's.
  ///
  /// Not under the pool's lock.
  var drop: @Sendable () -> Void
}

/// Threads that do work in the order in which it came.
final class WorkerPool: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    /// The jobs before this index are taken.
    var next = 0
    var running = 0
    var isClosed = false
    var secondsPerJob = 0.0
  }

  private let workers: Int
  private let limit: Int
  private let state = Mutex(State())
  private let available = DispatchSemaphore(value: 0)

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - workers: how many.
  ///   - limit: the most jobs that wait.
  init(named name: String, workers: Int, limit: Int) {
    (self.workers, self.limit) = (workers, limit)
    for index in 1...max(workers, 1) {
      let thread = Thread { [self] in run() }
      thread.name = "\(name)-\(index)"
      thread.start()
    }
  }

  /// The jobs that run and that wait.
  var load: (running: Int, waiting: Int) {
    state.withLock { ($0.running, $0.jobs.count - $0.next) }
  }

  /// Whether another job of a claimant would be taken.
  func hasRoom(for claimant: String) -> Bool { state.withLock { !isFull($0) } }

  /// Seconds until a place should be free: the waiting jobs times their recent mean duration.
  func retryAfterSeconds(for claimant: String) -> Int {
    let seconds = state.withLock { state in
      Double(state.jobs.count - state.next) * state.secondsPerJob / Double(workers)
    }
    return Int(min(max(seconds.rounded(.up), 1), 60))
  }

  /// Hands a job over; false where too many wait or the pool is closed.
  func submit(_ job: PoolJob) -> Bool {
    let isTaken = state.withLock { state in
      guard !isFull(state), !state.isClosed else { return false }
      state.jobs.append(job.run)
      return true
    }
    if isTaken { available.signal() }
    return isTaken
  }

  /// Ends the threads when what they do is done; what waits is dropped.
  func close() {
    let dropped = state.withLock { state in
      state.isClosed = true
      defer { (state.jobs, state.next) = ([], 0) }
      return state.jobs
    }
    _ = dropped
    for _ in 0..<workers { available.signal() }
  }

  /// A job that goes straight to a free worker does not wait.
  private func isFull(_ state: borrowing State) -> Bool {
    let waiting = state.jobs.count - state.next
    return waiting + state.running >= limit + workers
  }

  private func run() {
    while true {
      available.wait()
      guard let job = take() else {
        if state.withLock({ $0.isClosed }) { return }
        continue
      }
      let start = monotonicSeconds()
      job()
      done(seconds: monotonicSeconds() - start)
    }
  }

  private func take() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard state.next < state.jobs.count else { return nil }
      let job = state.jobs[state.next]
      state.jobs[state.next] = {}
      state.next += 1
      state.running += 1
      // Taken jobs are removed in batches, at a constant cost for each.
      if state.next == state.jobs.count || state.next >= 64 {
        state.jobs.removeFirst(state.next)
        state.next = 0
      }
      return job
    }
  }

  private func done(seconds: Double) {
    state.withLock { state in
      state.running -= 1
      state.secondsPerJob += (seconds - state.secondsPerJob) / 16
    }
  }
}
