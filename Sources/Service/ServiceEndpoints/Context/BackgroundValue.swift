internal import Synchronization
internal import Threads

/// A value that takes long to read, such as one in a store that is far away: it is read on a thread of its own, when
/// a caller asks for it and it is old, and no caller waits for it.
package final class BackgroundValue<Value: Sendable>: Sendable {
  private struct State {
    var latest: Result<Value, any Error>?
    /// From when on it is read again.
    var oldAt: ContinuousClock.Instant?
    var isReading = false
  }

  private let state = Mutex(State())
  private let (seconds, secondsOfFault): (Double, Double)
  private let read: @Sendable () throws -> Value

  /// Describes a value, which is read when it is asked for first.
  ///
  /// - Parameters:
  ///   - seconds: how long one is taken for what it is now.
  ///   - secondsOfFault: how long it is not tried again after a fault.
  package init(
    seconds: Double = 3600, secondsOfFault: Double = 60,
    read: @escaping @Sendable () throws -> Value
  ) {
    (self.seconds, self.secondsOfFault, self.read) = (seconds, secondsOfFault, read)
  }

  /// The value that was read last; a fault where none could be read yet, nil where the first one is being read.
  package func latest(at now: ContinuousClock.Instant = .now) -> Result<Value, any Error>? {
    let (latest, isOld) = state.withLock { state in
      let isOld = !state.isReading && state.oldAt.map { now >= $0 } ?? true
      if isOld { state.isReading = true }
      return (state.latest, isOld)
    }
    if isOld { _ = StageThread(named: "background value") { [self] in renew() } }
    return latest
  }

  private func renew() {
    let found = Result { try read() }
    let isGood = (try? found.get()) != nil
    state.withLock { state in
      // An older value says more than a fault.
      if isGood || (try? state.latest?.get()) == nil { state.latest = found }
      state.oldAt = .now + .seconds(isGood ? seconds : secondsOfFault)
      state.isReading = false
    }
  }
}
