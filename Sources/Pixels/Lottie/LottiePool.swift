internal import Foundation

/// The isolated processes that draw: started when frames wait for them, ended when they are idle for long.
///
/// They have no network, reach no file but the system's libraries, and the end of one is a line and never this
/// process's. A frame has the same bytes whichever draws it.
package final class LottiePool: Sendable {
  /// How processes are started, and ended.
  package struct Settings: Sendable {
    /// This program's executable.
    package var executable: String
    /// Whether nothing is drawn where the kernel lacks a mechanism of isolation.
    package var requiresIsolation = false
    /// Seconds that a frame may take.
    package var patience = 5.0
    /// Seconds after which a process that has nothing to draw is ended.
    package var idleSeconds = 60.0

    package init(executable: String) { self.executable = executable }
  }

  private let settings: Settings
  private let shared = Shared()

  /// Makes one without a process; the first frame starts one.
  package init(_ settings: Settings) { self.settings = settings }

  deinit { shared.close() }

  /// How many processes there are.
  package var processCount: Int { shared.processCount }

  /// The pixels of a frame, as those of a `PremultipliedRGBA8`.
  package func draw(
    _ file: LottieFile, frame: Int, width: Int, height: Int
  ) throws(LottieError) -> [UInt8] {
    let request = LottieRequest(file, frame: frame, width: width, height: height)
    if let number = try shared.add(request) { start(number) }
    return try request.pixels()
  }

  /// Starts the thread of a process, with which the kernel would end it: they live as long as each other.
  private func start(_ number: Int) {
    let thread = Thread { [shared, settings] in
      let talk = LottieConversation(settings)
      while let request = shared.next(for: number, idleSeconds: settings.idleSeconds) {
        let start = ContinuousClock.now
        let result = Result { () throws(LottieError) in try talk.draw(request) }
        shared.finish(request, by: number, took: .now - start, result)
      }
    }
    thread.name = "lottie \(number + 1)"
    thread.start()
  }

  /// What is shared with the threads, which may outlive the pool.
  private final class Shared: @unchecked Sendable {
    /// Guards everything below.
    private let condition = NSCondition()
    private var schedule = LottieSchedule()
    private var isClosed = false

    private func locked<Result, Failure: Error>(
      _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
      condition.lock()
      defer { condition.unlock() }
      return try body()
    }

    var processCount: Int { locked { schedule.processCount } }

    func add(_ request: LottieRequest) throws(LottieError) -> Int? {
      try locked { () throws(LottieError) in
        defer { condition.broadcast() }
        return try schedule.add(request, at: .now)
      }
    }

    /// Waits for a frame to draw; nil where the process has to end.
    func next(for process: Int, idleSeconds: Double) -> LottieRequest? {
      let end = ContinuousClock.now + .seconds(idleSeconds)
      return locked {
        while true {
          let now = ContinuousClock.now
          if let request = schedule.next(for: process, at: now) { return request }
          if isClosed || now >= end {
            schedule.end(process)
            return nil
          }
          _ = condition.wait(until: Date(timeIntervalSinceNow: (end - now) / .seconds(1)))
        }
      }
    }

    /// Answers a frame, and those that wait for the same answer, once it is remembered.
    func finish(
      _ request: LottieRequest, by process: Int, took: Duration,
      _ result: Result<[UInt8], LottieError>
    ) {
      var error: LottieError?
      if case .failure(let failure) = result { error = failure }
      let others = locked {
        defer { condition.broadcast() }
        return schedule.finish(request, by: process, took: took, error, at: .now)
      }
      for request in [request] + others { request.finish(result) }
    }

    func close() {
      locked {
        isClosed = true
        condition.broadcast()
      }
    }
  }
}
