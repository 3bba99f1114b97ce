internal import Foundation
internal import Synchronization

/// A thread that closes connections whose deadline has passed.
final class Sweeper: Sendable {
  private let isEnded = Atomic(false)
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts the thread.
  init(_ core: ServerCore) {
    let settings = core.settings
    let shortest =
      [
        settings.headerSeconds, settings.requestSeconds, settings.uploadSeconds,
        settings.idleSeconds, settings.lingerSeconds,
      ].min() ?? 1
    // No time is overrun by more than an eighth, or a quarter of a second.
    let interval = min(max(shortest / 8, 0.01), 0.25)
    let thread = Thread { [self] in
      while !isEnded.load(ordering: .relaxed) {
        _ = wake.wait(timeout: .now() + interval)
        let now = monotonicSeconds()
        for connection in core.connections.all { connection.sweep(now, settings) }
      }
      ended.signal()
    }
    thread.name = "http-sweeper"
    thread.start()
  }

  /// Ends the thread.
  func stop() {
    isEnded.store(true, ordering: .relaxed)
    wake.signal()
    ended.wait()
  }
}
