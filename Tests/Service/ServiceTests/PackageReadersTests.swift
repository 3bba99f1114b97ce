import ServicePackages
import Synchronization
import Testing

/// Requests that may be reading packages, and what waits for them.
@Suite struct PackageReadersTests {
  private final class Done: Sendable {
    private let names = Mutex<[String]>([])
    var all: [String] { names.withLock { $0 } }
    func add(_ name: String) { names.withLock { $0.append(name) } }
  }

  private let readers = PackageReaders()
  private let done = Done()

  @Test func `without a request of the tenant it is done at once`() {
    let other = readers.begin("other")
    readers.afterCurrent(of: "one") { [done] in done.add("a") }
    #expect(done.all == ["a"])
    other.end()
    #expect(readers.count == 0)
  }

  @Test func `it waits for those that read, and for none that begins afterwards`() {
    let (first, second) = (readers.begin("one"), readers.begin("one"))
    readers.afterCurrent(of: "one") { [done] in done.add("a") }
    let third = readers.begin("one")
    readers.afterCurrent(of: "one") { [done] in done.add("b") }
    second.end()
    second.end()
    #expect(done.all.isEmpty)
    first.end()
    #expect(done.all == ["a"])
    third.end()
    #expect(done.all == ["a", "b"])
    #expect(readers.count == 0)
  }

  @Test func `a request that no caller ends has ended when it is gone`() {
    do {
      let reading = readers.begin("one")
      readers.afterCurrent(of: "one") { [done] in done.add("a") }
      withExtendedLifetime(reading) { #expect(done.all.isEmpty) }
    }
    #expect(done.all == ["a"] && readers.count == 0)
  }
}
