internal import CIsolation
internal import Foundation
import Synchronization

/// A request to end a worker, which any thread may make, before the worker starts too.
public final class WorkerCancellation: Sendable {
  /// The request to stop the whole program, be it that a worker does not answer any more; any thread may make it.
  public static let ofProgram = WorkerCancellation()

  private let asked = Mutex(false)
  /// A pipe whose far end closes when the request is made, so that it wakes threads that poll the near one.
  private let near: Int32
  private let far: Mutex<Int32>

  /// An uncancelled token.
  public init() {
    var ends: [Int32] = [-1, -1]
    // Without a pipe the request is seen at the next tick.
    _ = unsafe iso_pipe(&ends)
    near = ends[0]
    far = Mutex(ends[1])
  }

  deinit {
    if near >= 0 { close(near) }
    closeFar()
  }

  /// Asks the worker to end.
  public func request() {
    asked.withLock { $0 = true }
    closeFar()
  }

  /// Whether a thread asked to stop.
  public var isRequested: Bool { asked.withLock { $0 } }

  /// Becomes readable with the request.
  var descriptor: Int32 { near }

  private func closeFar() {
    far.withLock { descriptor in
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }
}
