internal import Glibc
internal import HTTPServer

/// What requests cost by the processor's time that they took, where the estimate was far off.
///
/// The time of the thread that answers, and not the time by the clock: waiting for a worker, a store or another
/// request is no work of this one. What a worker does is estimated only; it has limits of its own.
package enum MeasuredCost {
  /// The seconds of one core that a unit takes, as the fair queues have it.
  package static let secondsPerUnit = PoolJob.secondsPerUnit
  /// As many times its estimate a request may take without being charged for it: machines differ, and what is
  /// made for the first time takes longer.
  package static let tolerance = 4.0

  /// What a request cost, in units; nil where the estimate was good enough.
  package static func units(seconds: Double, estimate: Double) -> Double? {
    let units = seconds / secondsPerUnit
    return units > tolerance * max(estimate, 1) ? units : nil
  }

  /// The processor's time that this thread has taken, in seconds; 0 where that cannot be told.
  package static func threadSeconds() -> Double {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
