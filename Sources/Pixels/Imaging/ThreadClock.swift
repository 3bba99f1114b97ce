#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What the calling thread took of the processor.
enum ThreadClock {
  /// Seconds since the thread began.
  static var seconds: Double {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
