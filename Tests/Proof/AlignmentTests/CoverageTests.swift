import Alignment
import Testing

@Suite struct CoverageTests {
  private func measure(_ frames: [(Double, Set<Int>, Set<Int>)]) -> CoverageMeter.Result {
    var meter = CoverageMeter()
    for (time, seen, covered) in frames { meter.add(atMs: time, seen: seen, covered: covered) }
    return meter.finish()
  }

  @Test func `coverage is whole where every face has its overlay`() {
    let found = measure((0..<10).map { (Double($0) * 40, [1, 2], [1, 2]) })
    #expect(found.percent == 100)
    #expect(found.longestGapMs == 0 && found.longestGapFrames == 0)
    #expect(found.framesWithFace == 10 && found.framesWithoutFace == 0)
  }

  @Test func `coverage of two faces lacks a frame where one is bare`() {
    let found = measure((0..<10).map { (Double($0) * 40, [1, 2], $0 == 4 ? [2] : [1, 2]) })
    #expect(found.percent == 90)
    #expect(found.longestGapMs == 40 && found.longestGapFrames == 1)
  }

  @Test func `coverage counts gaps by true times, to the next frame that is none`() {
    let found = measure([
      (0, [1], [1]), (33, [1], []), (100, [1], []), (180, [1], [1]), (200, [1], []),
      (240, [], []), (300, [1], [1]), (310, [1], []),
    ])
    #expect(found.longestGapMs == 147 && found.longestGapFrames == 2)
    #expect(found.framesWithFace == 7 && found.framesWithoutFace == 1)
    #expect(found.percent == 100 * 3.0 / 7)
  }

  @Test func `coverage at the end goes on for the last frame's step`() {
    let found = measure([(0, [1], [1]), (40, [1], []), (90, [1], [])])
    #expect(found.longestGapMs == 100 && found.longestGapFrames == 2)
  }

  @Test func `coverage without a face or a frame cannot be told`() {
    #expect(measure([]).percent == nil)
    let found = measure([(0, [], []), (40, [], [])])
    #expect(found.percent == nil && found.framesWithoutFace == 2)
  }

  @Test func `coverage does not ask for an overlay that stays on a lost face`() {
    #expect(measure([(0, [1], [1]), (40, [], [1])]).percent == 100)
  }
}
