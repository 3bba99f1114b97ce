import Testing
import Tracker

/// The times that the tracker is told.
@Suite struct WholeClockTests {
  private func told(_ times: [Double]) -> [Int] {
    var clock = WholeClock()
    return times.map { clock.next(for: $0) }
  }

  @Test func `times are rounded`() {
    #expect(told([0, 33.333, 66.667, 100]) == [0, 33, 67, 100])
  }

  @Test func `two frames in one millisecond get two`() {
    #expect(told([0, 0.2, 0.4, 0.6, 5]) == [0, 1, 2, 3, 5])
  }

  @Test func `a clip that begins before 0 begins at 0`() {
    #expect(told([-80, -40, 0, 40]) == [0, 40, 80, 120])
  }

  @Test func `what stands still or goes back rises all the same`() {
    let times = told([10, 10, 5, .infinity, .infinity, -.infinity])
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }
}
