import Foundation
import Synchronization

/// A stage that runs on a thread of its own until its work is done or fails.
final class StageThread: Sendable {
  /// What the thread leaves behind; it may outlive whoever started it.
  private final class Outcome: Sendable {
    let end = DispatchSemaphore(value: 0)
    let failure = Mutex<(any Error)?>(nil)
  }

  private let outcome = Outcome()

  /// Starts the stage.
  init(named name: String, _ work: @escaping @Sendable () throws -> Void) {
    let thread = Thread { [outcome] in
      do {
        try work()
      } catch {
        outcome.failure.withLock { $0 = error }
      }
      outcome.end.signal()
    }
    thread.name = name
    thread.start()
  }

  /// Waits for the end and gives the error that it ended with; to be called once.
  func join() -> (any Error)? {
    outcome.end.wait()
    return outcome.failure.withLock { $0 }
  }
}
