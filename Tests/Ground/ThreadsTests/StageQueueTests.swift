import Foundation
import Synchronization
import Testing
import Threads

@Suite struct StageQueueTests {
  /// Counts the values that are alive.
  struct Token: ~Copyable, Sendable {
    static let alive = Mutex(0)
    let value: Int

    init(_ value: Int) {
      self.value = value
      Self.alive.withLock { $0 += 1 }
    }

    deinit { Self.alive.withLock { $0 -= 1 } }
  }

  struct Fault: Error, Equatable {}

  @Test func `elements come out in order, once`() throws {
    let queue = StageQueue<Int>(capacity: 3)
    let producer = Worker {
      for value in 0..<5000 { try queue.push(value) }
      queue.finish()
    }
    var seen: [Int] = []
    while let value = try queue.pop() { seen.append(value) }
    try producer.join()
    #expect(seen == Array(0..<5000))
    #expect(try queue.pop() == nil)
  }

  @Test func `a full queue makes the producer wait`() throws {
    let queue = StageQueue<Int>(capacity: 2)
    let pushed = Mutex(0)
    let producer = Worker {
      for value in 0..<100 {
        try queue.push(value)
        pushed.withLock { $0 = value + 1 }
      }
      queue.finish()
    }
    var taken = 0
    while try queue.pop() != nil {
      taken += 1
      // What was taken, what is inside, and the one being counted.
      #expect(pushed.withLock { $0 } <= taken + 2)
    }
    try producer.join()
    #expect(taken == 100)
  }

  @Test func `an error arrives after what came before it`() throws {
    let queue = StageQueue<Int>(capacity: 4)
    try queue.push(1)
    queue.fail(Fault())
    #expect(try queue.pop() == 1)
    #expect(throws: Fault.self) { try queue.pop() }
    #expect(throws: StageQueue<Int>.Cancelled.self) { try queue.push(2) }
  }

  @Test func `cancelling frees a waiting producer and drops the rest`() throws {
    let queue = StageQueue<Token>(capacity: 1)
    let producer = Worker {
      for value in 0..<10 { try queue.push(Token(value)) }
    }
    let first = try queue.pop()
    switch first {
    case .some(let token): #expect(token.value == 0)
    case .none: Issue.record("nothing came")
    }
    queue.cancel()
    #expect(throws: StageQueue<Token>.Cancelled.self) { try producer.join() }
    #expect(throws: StageQueue<Token>.Cancelled.self) {
      while let token = try queue.pop() { _ = token.value }
    }
  }

  @Test func `nothing is leaked, whichever way a queue ends`() throws {
    do {
      let queue = StageQueue<Token>(capacity: 8)
      for value in 0..<5 { try queue.push(Token(value)) }
      do {
        let token = try queue.pop()
        switch token {
        case .some(let token): #expect(token.value == 0)
        case .none: Issue.record("nothing came")
        }
      }
    }
    #expect(Token.alive.withLock { $0 } <= 2)
  }
}

/// A thread that can be waited for.
private final class Worker: Sendable {
  private let end = DispatchSemaphore(value: 0)
  private let failure = Mutex<(any Error)?>(nil)

  init(_ body: @escaping @Sendable () throws -> Void) {
    Thread.detachNewThread { [self] in
      do { try body() } catch { failure.withLock { $0 = error } }
      end.signal()
    }
  }

  func join() throws {
    end.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }
}
