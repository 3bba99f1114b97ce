import Foundation
import Imaging
import Synchronization

/// Benches for planar JPEGs that are used again, one for each thread that is at work.
final class JPEGBenches: Sendable {
  private let idle = Mutex<[PlanarJPEG]>([])

  /// How many are kept: more threads than this do not get on at once.
  private let limit = ProcessInfo.processInfo.activeProcessorCount

  /// The memory of a bench that is kept; one that grew larger over a rare picture goes, in bytes.
  private static let byteLimit = 32 << 20

  /// Lends a bench for the time of a call.
  func borrow<Result>(_ body: (PlanarJPEG) throws -> Result) throws -> Result {
    let bench = idle.withLock { $0.popLast() } ?? PlanarJPEG()
    defer {
      if bench.byteCount <= Self.byteLimit {
        idle.withLock { if $0.count < limit { $0.append(bench) } }
      }
    }
    return try body(bench)
  }
}
