import Dispatch
import Synchronization
import Testing
import Threads

@Suite struct PollLoopTests {
  /// Longer than a test takes.
  private static let long = PollLoop.Next.after(seconds: 100_000)

  @Test func `rounds follow each other as the rounds say`() {
    let rounds = Mutex(0)
    let waits = DispatchSemaphore(value: 0)
    let loop = PollLoop(named: "loop") {
      let round = rounds.withLock { rounds in
        rounds += 1
        return rounds
      }
      if round < 5 { return round % 2 == 0 ? .now : .after(seconds: 0.001) }
      waits.signal()
      return .whenWoken
    }
    waits.wait()
    #expect(rounds.withLock { $0 } == 5)
    loop.wake()
    waits.wait()
    #expect(rounds.withLock { $0 } == 6)
    loop.end()
    loop.join()
    #expect(loop.isEnding && rounds.withLock { $0 } == 6)
  }

  @Test func `the first round waits where it shall, and a wake ends every wait`() {
    for first in [Self.long, .whenWoken] {
      let rounds = Mutex(0)
      let done = DispatchSemaphore(value: 0)
      let loop = PollLoop(named: "loop", first: first) {
        rounds.withLock { $0 += 1 }
        done.signal()
        return Self.long
      }
      #expect(rounds.withLock { $0 } == 0)
      for round in 1...3 {
        loop.wake()
        done.wait()
        #expect(rounds.withLock { $0 } == round)
      }
      loop.end()
      loop.join()
    }
  }

  @Test func `a wake while a round runs is not missed`() {
    let (begun, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let loop = PollLoop(named: "loop") {
      begun.signal()
      goesOn.wait()
      return .whenWoken
    }
    begun.wait()
    loop.wake()
    goesOn.signal()
    // The second round, which nothing else begins.
    begun.wait()
    loop.end()
    goesOn.signal()
    loop.join()
  }

  @Test func `all threads are woken, and all end`() {
    let rounds = Mutex(0)
    let done = DispatchSemaphore(value: 0)
    let loop = PollLoop(named: "loop", threads: 4, first: .whenWoken) {
      rounds.withLock { $0 += 1 }
      done.signal()
      return .whenWoken
    }
    loop.wake()
    for _ in 0..<4 { done.wait() }
    loop.end()
    loop.join()
    #expect(rounds.withLock { $0 } == 4)
  }

  @Test func `a loop ends with its owner`() {
    final class Held: Sendable {
      let ended: DispatchSemaphore
      init(_ ended: DispatchSemaphore) { self.ended = ended }
      deinit { ended.signal() }
    }
    let ended = DispatchSemaphore(value: 0)
    do {
      let held = Held(ended)
      let loop = PollLoop(named: "loop", first: .whenWoken) {
        _ = held
        return .whenWoken
      }
      #expect(!loop.isEnding)
    }
    // What the rounds hold is let go of when the thread has ended.
    ended.wait()
  }
}
