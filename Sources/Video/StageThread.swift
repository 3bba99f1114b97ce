internal import Foundation

/// One stage of a job on a thread of its own.
///
/// A thread rather than a task: decoding, drawing and encoding block for milliseconds and wait on
/// each other's queues, which would starve the cooperative pool of a machine with two cores.
public final class StageThread: @unchecked Sendable {
  private let condition = NSCondition()
  private var outcome: Result<Void, any Error>?

  /// Starts `body`; `name` shows up in debuggers and profilers (15 bytes of it on Linux).
  public init(name: String, body: sending @escaping () throws -> Void) {
    let work = Work(body: body)
    let thread = Thread { [self] in
      let result = Result { try work.body() }
      condition.lock()
      outcome = result
      condition.broadcast()
      condition.unlock()
    }
    thread.name = name
    // The stack of a main thread: the threads of Foundation get 512 kB otherwise.
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// Waits until the stage is through.
  ///
  /// - Throws: What the stage threw.
  public func join() throws {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let outcome { return try outcome.get() }
      condition.wait()
    }
  }

  /// Carries the body across; it is `sending`, so nobody else can reach what it holds.
  private struct Work: @unchecked Sendable {
    let body: () throws -> Void
  }
}
