import Synchronization

/// A request to stop that any thread, or a signal handler's queue, may make.
public final class Cancellation: Sendable {
  private let requested = Atomic(false)

  /// Makes one that nobody has made yet.
  public init() {}

  /// Whether somebody asked to stop.
  public var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// Asks to stop; the job ends before its next frame and leaves nothing behind.
  public func request() {
    requested.store(true, ordering: .relaxed)
  }

  /// Throws where somebody asked to stop.
  package func check() throws(RenderingError) {
    if isRequested { throw .interrupted }
  }
}
