internal import Store
internal import Synchronization

/// The listeners of each job.
final class JobListeners: Sendable {
  typealias Listener = @Sendable (JobEvent) -> Void

  private struct State {
    var next = 0
    var byJob: [String: [Int: Listener]] = [:]
  }

  private let state = Mutex(State())

  func add(_ id: String, _ listener: @escaping Listener) -> Int {
    state.withLock { state in
      state.next += 1
      state.byJob[id, default: [:]][state.next] = listener
      return state.next
    }
  }

  func remove(_ id: String, _ number: Int) {
    state.withLock { state in
      state.byJob[id]?[number] = nil
      if state.byJob[id]?.isEmpty == true { state.byJob[id] = nil }
    }
  }

  /// Tells all listeners of a job, outside the lock; after a final state it has no listeners any more.
  func tell(_ id: String, _ event: JobEvent) {
    let listeners = state.withLock { state in
      let found = state.byJob[id]
      if event.state.isFinal { state.byJob[id] = nil }
      return found
    }
    for (_, listener) in listeners ?? [:] { listener(event) }
  }
}

/// A subscription, which ends with its owner.
public final class JobSubscription: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }

  /// Ends the subscription.
  public func cancel() { end() }
}
