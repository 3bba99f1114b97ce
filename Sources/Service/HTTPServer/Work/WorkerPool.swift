internal import Foundation
internal import HTTPMessages
internal import Synchronization

/// Threads that do the work of several claimants, each its share: see `FairQueue`.
final class WorkerPool: Sendable {
  private struct State {
    var queue: FairQueue<PoolJob>
    /// Threads that wait, and to which no signal is on its way.
    var idle = 0
    var isClosed = false
    var secondsPerJob = 0.0
    var pushedOut = 0
  }

  private let workers: Int
  private let state: Mutex<State>
  private let available = DispatchSemaphore(value: 0)

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - workers: how many.
  ///   - limit: the most jobs that wait.
  init(named name: String, workers: Int, limit: Int) {
    self.workers = max(workers, 1)
    state = Mutex(State(queue: FairQueue(workers: workers, limit: limit)))
    for index in 1...self.workers {
      let thread = Thread { [self] in work() }
      thread.name = "\(name)-\(index)"
      thread.start()
    }
  }

  /// The jobs that run and that wait.
  var load: (running: Int, waiting: Int) {
    state.withLock { ($0.queue.running, $0.queue.waiting) }
  }

  /// How claimants share the pool.
  var contention: PoolContention {
    state.withLock {
      PoolContention(waitingClaimants: $0.queue.waitingClaimants, pushedOut: $0.pushedOut)
    }
  }

  /// Whether a job of a claimant would be taken, if need be in the place of another's.
  func hasRoom(for claimant: String) -> Bool {
    let now = monotonicSeconds()
    return state.withLock { $0.queue.hasRoom(for: claimant, at: now) }
  }

  /// Seconds until a claimant's next job should have its turn: its own waiting jobs, and as many of each
  /// other claimant's, times their recent mean duration.
  func retryAfterSeconds(for claimant: String) -> Int {
    let seconds = state.withLock { state in
      let turns = (state.queue.waiting(of: claimant) + 1) * max(state.queue.waitingClaimants, 1)
      return Double(min(turns, state.queue.waiting)) * state.secondsPerJob / Double(workers)
    }
    return Int(min(max(seconds.rounded(.up), 1), 60))
  }

  /// Hands a job over; false where its claimant has no room or the pool is closed.
  func submit(_ job: PoolJob) -> Bool {
    let (isTaken, displaced) = state.withLock { state -> (Bool, PoolJob?) in
      guard !state.isClosed else { return (false, nil) }
      // Read under the lock, so that the queue never sees the clock go back.
      let admission = state.queue.add(
        job, cost: job.cost, of: job.claimant, at: monotonicSeconds())
      switch admission {
      case .refused: return (false, nil)
      case .added:
        wakeOne(&state)
        return (true, nil)
      case .addedInPlace(let displaced):
        state.pushedOut += 1
        wakeOne(&state)
        return (true, displaced)
      }
    }
    displaced?.drop()
    return isTaken
  }

  /// Takes the waiting job of an abandoned request out; nil where none waits.
  func withdraw(_ exchange: Exchange) -> PoolJob? {
    state.withLock { state in
      state.queue.remove(of: exchange.head.claimant) { $0.exchange === exchange }
    }
  }

  /// Ends the threads when what they do is done; what waits is dropped.
  func close() {
    let waiting = state.withLock { state in
      state.isClosed = true
      // Released outside of the lock.
      defer { state.queue.removeAll() }
      return state.queue
    }
    _ = waiting
    for _ in 0..<workers { available.signal() }
  }

  /// Wakes a thread that waits, where there is one; a signal for each job would outlast the job.
  private func wakeOne(_ state: inout State) {
    guard state.idle > 0 else { return }
    state.idle -= 1
    available.signal()
  }

  // MARK: The threads

  private enum Step {
    case job(PoolJob, FairQueue<PoolJob>.Ticket)
    case wait(seconds: Double?)
    case end
  }

  private func work() {
    while true {
      switch state.withLock({ step(&$0) }) {
      case .end: return
      case .wait(let seconds): wait(seconds)
      case .job(let job, let ticket):
        let start = monotonicSeconds()
        job.run()
        done(ticket, seconds: monotonicSeconds() - start)
      }
    }
  }

  private func step(_ state: inout State) -> Step {
    if state.isClosed { return .end }
    switch state.queue.take(at: monotonicSeconds()) {
    case .job(let job, let ticket): return .job(job, ticket)
    case .nothing(let seconds):
      state.idle += 1
      return .wait(seconds: seconds)
    }
  }

  /// Waits for a signal, or until jobs may run that do not yet.
  private func wait(_ seconds: Double?) {
    guard let seconds else { return available.wait() }
    guard available.wait(timeout: .now() + seconds) == .timedOut else { return }
    let isSignalled = state.withLock { state in
      guard state.idle > 0 else { return true }
      state.idle -= 1
      return false
    }
    // Every thread that waits has a signal on its way, this one too.
    if isSignalled { available.wait() }
  }

  private func done(_ ticket: FairQueue<PoolJob>.Ticket, seconds: Double) {
    state.withLock { state in
      state.queue.finish(
        ticket, cost: seconds / PoolJob.secondsPerUnit, at: monotonicSeconds())
      state.secondsPerJob += (seconds - state.secondsPerJob) / 16
    }
  }
}
