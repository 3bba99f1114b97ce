internal import CIsolation
internal import Foundation
import Synchronization

/// A request to stop that any thread, or a signal handler's queue, may make: of a job, which ends before its next
/// frame and leaves nothing behind, or of a worker process, before it starts too.
public final class Cancellation: Sendable {
  /// The request to stop the whole program: it ends the waits for workers that have no cancellation of their own.
  public static let ofProgram = Cancellation()

  private let requested = Atomic(false)
  private let seen = Atomic(false)
  /// The ends of a pipe, made when a worker is first waited for; -1 is none.
  ///
  /// The far end closes when the request is made, which wakes the thread that polls the near one.
  private let ends = Mutex<(near: Int32, far: Int32)>((-1, -1))

  /// An uncancelled request.
  public init() {}

  deinit {
    ends.withLock { ends in
      for end in [ends.near, ends.far] where end >= 0 { close(end) }
    }
  }

  /// Asks to stop.
  public func request() {
    ends.withLock { ends in
      requested.store(true, ordering: .relaxed)
      if ends.far >= 0 { close(ends.far) }
      ends.far = -1
    }
  }

  /// Whether a stop was requested; a job that finds so comes to its end.
  public var isRequested: Bool {
    guard requested.load(ordering: .relaxed) else { return false }
    seen.store(true, ordering: .relaxed)
    return true
  }

  /// Whether a job has found that it is to stop.
  public var isSeen: Bool { seen.load(ordering: .relaxed) }

  /// What becomes readable when a stop is requested; -1 where no pipe can be made: the request is seen at the next
  /// tick.
  package var descriptor: Int32 {
    ends.withLock { ends in
      guard ends.near < 0 else { return ends.near }
      var made: [Int32] = [-1, -1]
      guard unsafe iso_pipe(&made) == 0 else { return -1 }
      ends = (made[0], made[1])
      if requested.load(ordering: .relaxed) {
        close(ends.far)
        ends.far = -1
      }
      return ends.near
    }
  }
}
