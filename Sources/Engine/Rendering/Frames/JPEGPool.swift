import Imaging
import Synchronization
import Threads

/// A pool of planar JPEGs, whose memory is used again: one for each thread that is at work.
final class JPEGPool: Sendable {
  private let idle = Mutex<[PlanarJPEG]>([])

  /// How many are kept: more threads than this do not get on at once.
  private let limit = Processors.available

  /// The memory of one that is kept, in bytes; one that grew larger over a rare picture goes.
  private static let byteLimit = 32 << 20

  /// Lends one for the time of a call.
  func borrow<Result>(_ body: (PlanarJPEG) throws -> Result) throws -> Result {
    let jpeg = idle.withLock { $0.popLast() } ?? PlanarJPEG()
    defer {
      if jpeg.byteCount <= Self.byteLimit {
        idle.withLock { if $0.count < limit { $0.append(jpeg) } }
      }
    }
    return try body(jpeg)
  }
}
