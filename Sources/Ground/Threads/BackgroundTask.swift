internal import Synchronization

/// A value that is made on a thread of its own while others work.
package final class BackgroundTask<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value = Mutex<Value?>(nil)
  }

  private let box = Box()
  private let thread: StageThread

  package init(named name: String, _ make: @escaping @Sendable () throws -> Value) {
    thread = StageThread(named: name) { [box] in
      let made = try make()
      box.value.withLock { $0 = made }
    }
  }

  /// Waits until it is made, and gives it or throws what making it threw; to be called once.
  package func finished() throws -> Value {
    if let failure = thread.join() { throw failure }
    guard let value = box.value.withLock({ $0.take() }) else { throw Missing() }
    return value
  }

  /// A value that was taken already.
  private struct Missing: Error {}
}
