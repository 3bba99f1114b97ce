import Foundation
import Synchronization

/// A stage that runs on a thread of its own until its work is done or fails.
package final class StageThread: Sendable {
  private typealias Work = @Sendable () throws -> Void

  /// What is shared with the thread, which may outlive its starter.
  private final class Shared: Sendable {
    let work: Mutex<Work?>
    let failure = Mutex<(any Error)?>(nil)
    let end = DispatchSemaphore(value: 0)

    init(_ work: @escaping Work) {
      self.work = Mutex(work)
    }

    /// Does the work and lets go of it: what it holds, such as a file that is not complete and
    /// is to be removed, must not live on after `join` while the process ends.
    func run() {
      let work = work.withLock { $0.take() }
      do {
        try work?()
      } catch {
        failure.withLock { $0 = error }
      }
    }
  }

  private let shared: Shared

  package init(named name: String, _ work: @escaping @Sendable () throws -> Void) {
    let shared = Shared(work)
    let thread = Thread {
      shared.run()
      shared.end.signal()
    }
    thread.name = name
    self.shared = shared
    thread.start()
  }

  /// Waits for the end and gives the error that it ended with; to be called once.
  ///
  /// Nothing that the work held is held any more.
  package func join() -> (any Error)? {
    shared.end.wait()
    return shared.failure.withLock { $0 }
  }
}
