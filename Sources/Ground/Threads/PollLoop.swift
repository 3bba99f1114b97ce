internal import Foundation
internal import Synchronization

/// Threads that do something again and again, and in between wait for a while, or until `wake`.
///
/// Threads of their own and not a queue's: the kernel ends a worker process with the thread that started it.
/// They end when they are asked to, or with their owner.
package final class PollLoop: Sendable {
  /// When a thread goes on.
  package enum Next: Hashable, Sendable {
    /// At once.
    case now
    /// After so many seconds of a steady clock, or when it is woken.
    case after(seconds: Double)
    case whenWoken
  }

  /// What is shared with the threads, which may outlive the owner.
  private final class Shared: Sendable {
    let isEnding = Atomic(false)
    let running = DispatchGroup()
  }

  private let shared = Shared()
  /// One for each thread; a wake while it works is not missed.
  private let wakers: [DispatchSemaphore]

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - first: when the first round is.
  ///   - body: a round, which says when the next one is.
  package init(
    named name: String, threads: Int = 1, first: Next = .now,
    _ body: @escaping @Sendable () -> Next
  ) {
    wakers = (0..<threads).map { _ in DispatchSemaphore(value: 0) }
    for (number, waker) in wakers.enumerated() {
      shared.running.enter()
      let thread = Thread { [shared] in
        var next = first
        while true {
          Self.wait(next, waker)
          if shared.isEnding.load(ordering: .acquiring) { break }
          next = body()
        }
        shared.running.leave()
      }
      thread.name = threads == 1 ? name : "\(name) \(number + 1)"
      thread.start()
    }
  }

  deinit { end() }

  private static func wait(_ next: Next, _ waker: DispatchSemaphore) {
    switch next {
    case .now: break
    case .after(let seconds): _ = waker.wait(timeout: .now() + seconds)
    case .whenWoken: waker.wait()
    }
    // Several wakes are one.
    while waker.wait(timeout: .now()) == .success {}
  }

  /// Lets all threads go on at once, those that work now after their round.
  package func wake() { for waker in wakers { waker.signal() } }

  /// Whether the threads were asked to end.
  package var isEnding: Bool { shared.isEnding.load(ordering: .acquiring) }

  /// Asks the threads to end after their round.
  package func end() {
    shared.isEnding.store(true, ordering: .releasing)
    wake()
  }

  /// Waits until all threads have ended, which were asked to.
  package func join() { shared.running.wait() }
}
