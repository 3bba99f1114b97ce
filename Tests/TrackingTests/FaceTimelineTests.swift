import Testing
import Tracking

@Suite struct FaceTimelineTests {
  @Test func `opacity after the last sample is held, then falls to nothing`() {
    let gaps = GapOptions()
    #expect([0, 100, 150, 200].map { gaps.opacity(afterMs: $0) } == [1, 1, 0.5, 0])
  }
}
