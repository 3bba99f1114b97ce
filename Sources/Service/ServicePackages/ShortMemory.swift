internal import Synchronization

/// What was read from a store a moment ago, by its key, so that not every request asks a store that is far away.
///
/// What another process changes is seen after `seconds`. What this one changes is seen at once: it tells `forget`.
package final class ShortMemory<Value: Sendable>: Sendable {
  private struct Known {
    var value: Value
    var until: ContinuousClock.Instant
  }

  private struct State {
    var known: [String: Known] = [:]
    /// How often something was forgotten: what was read before is not kept after.
    var changes = 0
  }

  private let state = Mutex(State())
  private let seconds: Double
  /// The most values that are kept: names that mean nothing must not fill the memory.
  private let most: Int

  /// Makes an empty memory.
  package init(seconds: Double = 5, most: Int = 10_000) {
    (self.seconds, self.most) = (seconds, most)
  }

  /// What a key has: as it was read a moment ago, or as it is read now.
  package func value<Failure: Error>(
    of key: String, at now: ContinuousClock.Instant = .now, _ read: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let (known, changes) = state.withLock { ($0.known[key], $0.changes) }
    if let known, now < known.until { return known.value }
    let value = try read()
    state.withLock { state in
      guard state.changes == changes else { return }
      if state.known.count >= most { state.known.removeAll() }
      state.known[key] = Known(value: value, until: now + .seconds(seconds))
    }
    return value
  }

  /// Forgets what a key had, once that has changed.
  package func forget(_ key: String) {
    state.withLock { state in
      state.changes += 1
      state.known[key] = nil
    }
  }
}
