import Geometry
import Lottie
import Testing

/// Whose turn it is, and what is remembered, at times that are made up.
@Suite struct LottieScheduleTests {
  private let start = ContinuousClock.now
  private let crash = LottieError.crashed(how: "was ended by signal 11")

  private func frame(_ width: Int) throws -> LottieRequest {
    LottieRequest(try StubWorker.animation(width))
  }

  /// Frames that wait, and which of their processes are started for them.
  private func add(
    _ widths: [Int], to schedule: inout LottieSchedule
  ) throws -> [Int] {
    try widths.compactMap { try schedule.add(frame($0), at: start) }
  }

  /// The width of the animation that a process draws now.
  private func next(_ process: Int, _ schedule: inout LottieSchedule) -> Int? {
    schedule.next(for: process, at: start)?.file.size.width
  }

  // MARK: - Turns

  @Test func `a process is started for each animation, up to the limit`() throws {
    var schedule = LottieSchedule()
    let most = LottieSchedule.mostProcesses
    #expect(try add(Array(1...most), to: &schedule) == Array(0..<most))
    #expect(try add([most + 1], to: &schedule) == [])
    #expect(schedule.processCount == most)
    #expect((0..<most).map { next($0, &schedule) } == Array(1...most))
    // The one too many waits for whichever process is free first.
    let last = try frame(most)
    #expect(
      schedule.finish(last, by: most - 1, took: .zero, nil, at: start).isEmpty)
    #expect(next(most - 1, &schedule) == most + 1)
  }

  @Test func `of an animation one frame is drawn at a time`() throws {
    var schedule = LottieSchedule()
    let frames = try (0..<3).map { _ in try frame(7) }
    #expect(try frames.compactMap { try schedule.add($0, at: start) } == [0])
    #expect(schedule.next(for: 0, at: start) === frames[0])
    #expect(try add([8], to: &schedule) == [1])
    #expect(next(1, &schedule) == 8)
    _ = schedule.finish(try frame(8), by: 1, took: .zero, nil, at: start)
    #expect(schedule.next(for: 1, at: start) == nil)
    _ = schedule.finish(frames[0], by: 0, took: .zero, nil, at: start)
    #expect(schedule.next(for: 0, at: start) === frames[1])
  }

  @Test func `animations take turns, however many frames of one wait`() throws {
    var schedule = LottieSchedule()
    let most = LottieSchedule.mostProcesses
    let many = (1...most).flatMap { width in (0..<5).map { _ in width } }
    #expect(try add(many, to: &schedule) == Array(0..<most))
    #expect((0..<most).map { next($0, &schedule) } == Array(1...most))
    #expect(try add([99], to: &schedule) == [])
    // The first that is done draws one more of those that waited before, if at all, and then the new one.
    var drawn = 1
    var turns: [Int] = []
    while turns.last != 99, turns.count < 10 {
      _ = schedule.finish(try frame(drawn), by: 0, took: .zero, nil, at: start)
      drawn = try #require(next(0, &schedule))
      turns.append(drawn)
    }
    #expect(turns == [1, 99])
  }

  @Test func `processes that are not needed stay idle`() throws {
    var schedule = LottieSchedule()
    #expect(try add([1, 2], to: &schedule) == [0, 1])
    #expect([next(0, &schedule), next(1, &schedule)] == [1, 2])
    for (width, process) in [(1, 0), (2, 1)] {
      _ = schedule.finish(try frame(width), by: process, took: .zero, nil, at: start)
    }
    #expect(try add([3], to: &schedule) == [])
    #expect(next(1, &schedule) == nil)
    #expect(next(0, &schedule) == 3)
    // One that is gone is replaced where it is needed.
    schedule.end(1)
    #expect(schedule.processCount == 1)
    #expect(try add([4], to: &schedule) == [1])
  }

  @Test func `animations that take long leave a process to others`() throws {
    var schedule = LottieSchedule()
    let most = LottieSchedule.mostProcesses
    let slow = Array(1...most)
    #expect(try add(slow, to: &schedule) == Array(0..<most))
    for took in [LottieHistory.slow, LottieHistory.slow + .nanoseconds(1)] {
      // All processes draw them while they are not known to take long, and so where they just do not.
      for width in slow {
        #expect(next(width - 1, &schedule) == width)
      }
      for width in slow {
        _ = schedule.finish(try frame(width), by: width - 1, took: took, nil, at: start)
      }
      #expect(try add(slow, to: &schedule) == [])
    }
    #expect(slow.compactMap { next($0 - 1, &schedule) } == Array(1...LottieSchedule.mostSlow))
    #expect(try add([50], to: &schedule) == [])
    #expect(next(most - 1, &schedule) == 50)
    // It is forgotten in time.
    _ = schedule.finish(try frame(50), by: most - 1, took: .zero, nil, at: start)
    #expect(next(most - 1, &schedule) == nil)
    let later = start + LottieHistory.memory
    #expect(schedule.next(for: most - 1, at: later)?.file.size.width == most)
  }

  @Test func `what an animation ended with is the answer of all that wait for it`() throws {
    var schedule = LottieSchedule()
    let (first, second, other) = (try frame(1), try frame(1), try frame(2))
    for request in [first, second, other] { _ = try schedule.add(request, at: start) }
    #expect(schedule.next(for: 0, at: start) === first)
    let answered = schedule.finish(first, by: 0, took: .zero, crash, at: start)
    #expect(answered.count == 1 && answered.first === second)
    #expect(throws: crash) { try schedule.add(frame(1), at: start) }
    #expect(schedule.next(for: 0, at: start) === other)
    #expect(try schedule.add(frame(1), at: start + LottieHistory.memory) == nil)
  }

  // MARK: - Memory

  @Test func `so many animations are remembered, and no more`() {
    var history = LottieHistory()
    for number in 0..<LottieHistory.most {
      history.note("\(number)", took: .zero, crash, at: start + .nanoseconds(number))
    }
    #expect(history.refusal(of: "0", at: start) == crash)
    // Noted again, the first is not the oldest any more.
    let later = start + .seconds(1)
    history.note("0", took: .zero, .silent(seconds: 5), at: later)
    #expect(history.refusal(of: "1", at: later) == crash)
    history.note("another", took: .zero, crash, at: later)
    #expect(history.refusal(of: "1", at: later) == nil)
    for digest in ["0", "2", "another"] {
      #expect(history.refusal(of: digest, at: later) != nil)
    }
    #expect(history.refusal(of: "0", at: later) == .silent(seconds: 5))
  }

  @Test func `an animation is remembered for so long, and no longer`() {
    var history = LottieHistory()
    history.note("a", took: .zero, crash, at: start)
    let end = start + LottieHistory.memory
    #expect(history.refusal(of: "a", at: end - .nanoseconds(1)) == crash)
    #expect(history.refusal(of: "a", at: end) == nil)
    #expect(!history.isSlow("a", at: end))
  }

  @Test(
    arguments: [
      nil, .noLibrary(reason: "none"), .cannotStart(reason: "none"), .refused,
    ] as [LottieError?])
  func `only an animation over which a process ended is refused`(error: LottieError?) {
    var history = LottieHistory()
    history.note("a", took: .zero, error, at: start)
    #expect(history.refusal(of: "a", at: start) == nil && !history.isSlow("a", at: start))
  }
}
