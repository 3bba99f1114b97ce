import ServiceEndpoints
import Synchronization
import TestSupport
import Testing

/// What is read in the background.
@Suite struct BackgroundValueTests {
  private struct Away: Error {}

  /// What a value is read from.
  private final class Source: Sendable {
    let next = Mutex<Int?>(1)
    let count = Atomic(0)

    func read() throws -> Int {
      defer { count.add(1, ordering: .sequentiallyConsistent) }
      guard let value = next.withLock({ $0 }) else { throw Away() }
      return value
    }
    var reads: Int { count.load(ordering: .sequentiallyConsistent) }
  }

  private let source = Source()

  private func value(seconds: Double, secondsOfFault: Double = 1000) -> BackgroundValue<Int> {
    BackgroundValue(seconds: seconds, secondsOfFault: secondsOfFault) { [source] in
      try source.read()
    }
  }

  @Test func `no caller waits for the first value, and it is not read again while new`() throws {
    let value = value(seconds: 1000)
    #expect(value.latest() == nil)
    #expect(eventually { (try? value.latest()?.get()) == 1 })
    source.next.withLock { $0 = 2 }
    #expect(try value.latest()?.get() == 1)
    #expect(source.reads == 1)
    // The one that is old is given while the next one is read.
    #expect(try value.latest(at: .now + .seconds(2000))?.get() == 1)
    #expect(eventually { (try? value.latest()?.get()) == 2 })
    #expect(source.reads == 2)
  }

  @Test func `a fault is not tried again at once, and an older value stays`() throws {
    source.next.withLock { $0 = nil }
    let value = value(seconds: 1000)
    _ = value.latest()
    #expect(eventually { value.latest() != nil })
    #expect(throws: Away.self) { try value.latest()?.get() }
    #expect(source.reads == 1)
    source.next.withLock { $0 = 1 }
    _ = value.latest(at: .now + .seconds(2000))
    #expect(eventually { (try? value.latest()?.get()) == 1 })
    source.next.withLock { $0 = nil }
    _ = value.latest(at: .now + .seconds(2000))
    #expect(eventually { source.reads == 3 })
    #expect(try value.latest()?.get() == 1)
  }
}
