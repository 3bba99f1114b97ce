internal import Synchronization

/// A lock for each key, so that work for one waits for no other's.
package final class KeyLocks: Sendable {
  private final class Lock: Sendable {
    let mutex = Mutex(())
  }

  /// The locks that a thread has or waits for, with their number.
  private let locks = Mutex<[String: (lock: Lock, users: Int)]>([:])

  /// Makes locks of which none is taken.
  package init() {}

  /// How many keys are locked.
  package var count: Int { locks.withLock { $0.count } }

  /// Does something while no other thread does for the same key; not to be called within it for that key again.
  package func withLock<Value: Sendable, Failure: Error>(
    _ key: String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let lock = locks.withLock { locks in
      let lock = locks[key]?.lock ?? Lock()
      locks[key] = (lock, (locks[key]?.users ?? 0) + 1)
      return lock
    }
    defer {
      locks.withLock { locks in
        guard let users = locks[key]?.users else { return }
        locks[key] = users > 1 ? (lock, users - 1) : nil
      }
    }
    return try lock.mutex.withLock { (_) throws(Failure) in try body() }
  }
}
