import Dispatch
import Foundation
import ServicePackages
import Synchronization
import TestSupport
import Testing

@Suite struct KeyLocksTests {
  private struct Refused: Error {}

  private let locks = KeyLocks()

  @Test func `one at a time works for a key`() {
    let inside = Atomic(0)
    let most = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<2000 {
        locks.withLock("a") {
          let now = inside.add(1, ordering: .sequentiallyConsistent).newValue
          most.max(now, ordering: .sequentiallyConsistent)
          inside.subtract(1, ordering: .sequentiallyConsistent)
        }
      }
    }
    #expect(most.load(ordering: .sequentiallyConsistent) == 1)
    #expect(locks.count == 0)
  }

  @Test func `one key waits for no other, and for its own`() {
    let done = Done()
    locks.withLock("a") {
      for key in ["a", "b"] {
        Thread { [locks] in locks.withLock(key) { done.keys.withLock { $0.append(key) } } }.start()
      }
      #expect(eventually { done.keys.withLock { $0 } == ["b"] })
      #expect(eventually { locks.count == 1 })
    }
    #expect(eventually { done.keys.withLock { $0 } == ["b", "a"] })
  }

  /// The keys of threads that had their lock.
  private final class Done: Sendable {
    let keys = Mutex<[String]>([])
  }

  @Test func `a lock is free after a fault`() {
    #expect(throws: Refused.self) {
      try locks.withLock("a") { () throws(Refused) in throw Refused() }
    }
    #expect(locks.withLock("a") { 1 } == 1)
    #expect(locks.count == 0)
  }
}
