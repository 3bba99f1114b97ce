internal import Synchronization

/// The moment from which a service that is told to stop waits for no server any more.
final class StopDeadline: Sendable {
  private let end = Mutex<ContinuousClock.Instant?>(nil)

  /// Sets it, once the service is told to stop.
  func set(_ instant: ContinuousClock.Instant) { end.withLock { $0 = instant } }

  /// Whether it is past.
  var isPast: Bool {
    guard let end = end.withLock({ $0 }) else { return false }
    return ContinuousClock.now >= end
  }
}
