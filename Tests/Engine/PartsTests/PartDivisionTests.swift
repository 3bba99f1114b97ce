import Parts
import Testing

@Suite struct PartDivisionTests {
  @Test(arguments: [1, 2, 3, 7, 40, 1000])
  func `parts are all frames, each once, in a row`(wanted: Int) {
    for (first, count) in [(0, 1), (0, 2), (5, 3), (100, 97), (0, 1000)] {
      let frames = first...(first + count - 1)
      let parts = PartDivision(frames, keys: []) { _ in 1 }.parts(wanted)
      #expect(parts.flatMap { Array($0) } == Array(frames))
      #expect(parts.count <= wanted)
      #expect(count < 2 || parts.allSatisfy { $0.count >= 2 })
    }
  }

  @Test func `parts have the same work where one frame costs more than another`() {
    // Half of the frames cost nine times as much.
    let cost = { (number: Int) in number < 500 ? 9.0 : 1.0 }
    let parts = PartDivision(0...999, keys: [], cost: cost).parts(10)
    let costs = parts.map { $0.map(cost).reduce(0, +) }
    #expect(costs.count == 10)
    #expect(costs.allSatisfy { abs($0 - 500) <= 9 })
    #expect(parts[0].count < parts[9].count)
  }

  @Test func `parts begin where decoding can begin if that is near`() {
    let keys = Array(stride(from: 0, to: 1000, by: 30))
    let parts = PartDivision(0...999, keys: keys) { _ in 1 }.parts(10)
    #expect(parts.count == 10)
    #expect(parts.allSatisfy { keys.contains($0.lowerBound) })
    // The only key frame is too far from all cuts.
    let even = PartDivision(0...999, keys: [0]) { _ in 1 }.parts(4)
    #expect(even.map(\.lowerBound) == [0, 250, 500, 750])
  }
}
