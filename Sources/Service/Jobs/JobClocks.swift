internal import Foundation

/// The clocks that jobs use.
public struct JobClocks: Sendable {
  /// Milliseconds since 1970, by the clock that people and programs set.
  public var wall: @Sendable () -> Int64
  /// Milliseconds of a monotonic clock that goes on while the machine sleeps.
  public var steady: @Sendable () -> Int64

  /// Makes clocks.
  public init(
    wall: @escaping @Sendable () -> Int64, steady: @escaping @Sendable () -> Int64
  ) {
    (self.wall, self.steady) = (wall, steady)
  }

  /// The machine's.
  public static var system: JobClocks {
    let start = ContinuousClock.now
    return JobClocks {
      Int64(Date().timeIntervalSince1970 * 1000)
    } steady: {
      Int64((ContinuousClock.now - start) / .milliseconds(1))
    }
  }
}
