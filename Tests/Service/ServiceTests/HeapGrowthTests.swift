import Service
import Testing

/// When freed memory is given back to the system.
@Suite struct HeapGrowthTests {
  private let megabyte = 1 << 20

  @Test func `looks are at least an interval apart`() {
    var growth = HeapGrowth()
    let start = ContinuousClock.now
    let (interval, moment) = (HeapGrowth.interval, Duration.nanoseconds(1))
    let looks = [.zero, interval - moment, interval, interval * 2 - moment].map { after in
      growth.isTime(at: start + after)
    }
    #expect(looks == [true, false, true, false])
  }

  @Test func `memory is given back that grew by 32 MiB and a quarter`() {
    var growth = HeapGrowth()
    let first = [HeapGrowth.bytes, HeapGrowth.bytes + 1].map { growth.hasGrown(to: $0) }
    #expect(first == [false, true])
    growth.noteGivenBack(resident: 400 * megabyte)
    // What could not be given back is told again.
    let later = [532 * megabyte, 532 * megabyte + 1, 532 * megabyte + 1].map {
      growth.hasGrown(to: $0)
    }
    #expect(later == [false, true, true])
  }

  @Test func `growth is measured from the least that was resident since`() {
    var growth = HeapGrowth()
    growth.noteGivenBack(resident: 800 * megabyte)
    let grown = [100, 157, 158].map { growth.hasGrown(to: $0 * megabyte) }
    #expect(grown == [false, false, true])
  }
}
