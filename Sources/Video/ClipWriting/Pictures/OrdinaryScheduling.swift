#if os(Linux)
  internal import Foundation

  /// Keeps what a library starts from scheduling itself ahead of the rest of the machine.
  ///
  /// SVT-AV1 1.4 gives the thread that opens it the highest real-time priority (SCHED_FIFO, 99) where
  /// it may, which is as root (`switch_to_real_time` in its EbEncHandle.c), and leaves it so. Every
  /// thread and program that this thread starts then inherits it: 69 threads for a clip of 128 x 96,
  /// and a program among them that waits in a loop leaves the others a twentieth of a core.
  enum OrdinaryScheduling {
    /// Runs `body`; the calling thread, and those started meanwhile, go on as the caller did before.
    static func kept<Result>(_ body: () -> Result) -> Result {
      let (policy, priority) = (sched_getscheduler(0), priority(of: 0))
      let others = threads
      let result = body()
      guard policy >= 0, sched_getscheduler(0) != policy || self.priority(of: 0) != priority else {
        return result
      }
      set(0, policy, priority)
      for thread in threads.subtracting(others) { set(thread, policy, priority) }
      return result
    }

    /// The threads of the process, by their kernel's numbers.
    private static var threads: Set<pid_t> {
      let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
      return Set((names ?? []).compactMap { pid_t($0) })
    }

    private static func priority(of thread: pid_t) -> Int32 {
      var parameters = sched_param()
      _ = unsafe sched_getparam(thread, &parameters)
      return parameters.sched_priority
    }

    /// Fails for a thread that has ended, and that is as well.
    private static func set(_ thread: pid_t, _ policy: Int32, _ priority: Int32) {
      var parameters = sched_param()
      parameters.sched_priority = priority
      _ = unsafe sched_setscheduler(thread, policy, &parameters)
    }
  }
#else
  enum OrdinaryScheduling {
    /// Elsewhere no encoder is known to schedule itself.
    static func kept<Result>(_ body: () -> Result) -> Result { body() }
  }
#endif
