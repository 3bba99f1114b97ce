import ServicePackages
import Testing

/// What is remembered of a store that is far away.
@Suite struct ShortMemoryTests {
  private struct Away: Error {}

  private let memory = ShortMemory<Int>(seconds: 5, most: 3)
  private let start = ContinuousClock.now

  @Test func `a value is read once within its time`() throws {
    #expect(memory.value(of: "a", at: start) { 1 } == 1)
    #expect(memory.value(of: "a", at: start + .seconds(4)) { 2 } == 1)
    #expect(memory.value(of: "b", at: start) { 3 } == 3)
    #expect(memory.value(of: "a", at: start + .seconds(5)) { 4 } == 4)
  }

  @Test func `what was changed is read again`() {
    #expect(memory.value(of: "a", at: start) { 1 } == 1)
    memory.forget("a")
    #expect(memory.value(of: "a", at: start) { 2 } == 2)
  }

  @Test func `what was read before a change is not kept after it`() {
    let before = memory.value(of: "a", at: start) {
      memory.forget("a")
      return 1
    }
    #expect(before == 1)
    #expect(memory.value(of: "a", at: start) { 2 } == 2)
  }

  @Test func `a fault is not kept, and there are at most so many values`() {
    #expect(throws: Away.self) {
      try memory.value(of: "a", at: start) { () throws(Away) in throw Away() }
    }
    for key in ["a", "b", "c", "d"] { #expect(memory.value(of: key, at: start) { 1 } == 1) }
    #expect(memory.value(of: "a", at: start) { 2 } == 2)
    #expect(memory.value(of: "d", at: start) { 2 } == 1)
  }
}
