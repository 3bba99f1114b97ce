import Synchronization

/// A request to stop that any thread, or a signal handler's queue, may make.
public final class Cancellation: Sendable {
  private let requested = Atomic(false)
  private let seen = Atomic(false)

  /// An uncancelled token.
  public init() {}

  /// Whether the caller asked to stop; a job that finds so comes to its end.
  public var isRequested: Bool {
    guard requested.load(ordering: .relaxed) else { return false }
    seen.store(true, ordering: .relaxed)
    return true
  }

  /// Whether a job has found that it is to stop.
  public var isSeen: Bool { seen.load(ordering: .relaxed) }

  /// Asks to stop; the job ends before its next frame and leaves nothing behind.
  public func request() {
    requested.store(true, ordering: .relaxed)
  }

  /// Throws where the caller asked to stop.
  package func check() throws(RenderingError) {
    if isRequested { throw .interrupted }
  }
}
