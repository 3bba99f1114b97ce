internal import CIsolation
internal import Foundation
import Synchronization

/// A request to end a worker, which any thread may make, before the worker starts too.
public final class WorkerCancellation: Sendable {
  /// Requested where the whole program is asked to stop, be it that a worker does not answer any more: who stopped it
  /// need not be who asks.
  public static let ofProgram = WorkerCancellation()

  private let asked = Mutex(false)
  /// A pipe whose far end closes when the request is made, so that it wakes who polls the near one.
  private let near: Int32
  private let far: Mutex<Int32>

  /// Makes a request that nobody has made yet.
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

  /// Whether somebody asked.
  public var isRequested: Bool { asked.withLock { $0 } }

  /// What becomes readable when somebody asks.
  var descriptor: Int32 { near }

  private func closeFar() {
    far.withLock { descriptor in
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }
}
