import Testing
import Timelines
import Tracking

/// One reading for several readers, each of which must see every sample in its order.
@Suite struct SharedSamplesTests {
  private struct Torn: Error {}

  /// So many samples, then the end or an error.
  private static func source(_ count: Int, fails: Bool = false) -> SharedSamples.Source {
    var next = 0
    return {
      if next == count, fails { throw Torn() }
      guard next < count else { return nil }
      next += 1
      return TrackingSample(timestampMs: Double(next))
    }
  }

  private func times(_ reader: SharedSamples.Source) throws -> [Double] {
    var times: [Double] = []
    while let sample = try reader() { times.append(sample.timestampMs) }
    return times
  }

  @Test(arguments: [1, 7, 31, 32, 33, 479, 513, 5000])
  func `readers at any distance see all samples, of which few are kept`(lead: Int) throws {
    var openings = 0
    let shared = SharedSamples(Self.source(6000)) {
      openings += 1
      return Self.source(6000)
    }
    let (fast, slow) = (shared.reader(), shared.reader())
    var (ahead, behind): ([Double], [Double]) = ([], [])
    for step in 0..<(6000 + lead) {
      if let sample = try fast() { ahead.append(sample.timestampMs) }
      #expect(shared.keptCount <= SharedSamples.mostKept + 1)
      if step >= lead, let sample = try slow() { behind.append(sample.timestampMs) }
    }
    let all = (1...6000).map(Double.init)
    #expect(ahead == all && behind == all)
    // The file is read again by a reader that is too far behind, and by no other; taken samples go in lots.
    #expect(openings == (lead > SharedSamples.mostKept ? 1 : 0))
    #expect(try fast() == nil && slow() == nil)
  }

  @Test func `every reader is told of an error where it reaches it`() throws {
    let shared = SharedSamples(Self.source(40, fails: true)) { Self.source(40, fails: true) }
    let (first, second) = (shared.reader(), shared.reader())
    #expect(throws: Torn.self) { try times(first) }
    for _ in 0..<40 { #expect(try second() != nil) }
    #expect(throws: Torn.self) { try second() }
  }

  @Test func `without samples there are none`() throws {
    let shared = SharedSamples(Self.source(0)) { Self.source(0) }
    let readers = [shared.reader(), shared.reader()]
    for reader in readers { #expect(try times(reader).isEmpty) }
  }

  /// Leaves out samples by those before them, as a live replay does: every third, moved by how many it has seen.
  private func everyThird(_ samples: SharedSamples) -> SharedSamples {
    samples.filtered {
      var seen = 0.0
      return { sample in
        seen += 1
        guard seen.truncatingRemainder(dividingBy: 3) == 0 else { return nil }
        var left = sample
        left.timestampMs += seen
        return left
      }
    }
  }

  @Test(arguments: [0, 40, 1000])
  func `readers of filtered samples see the same, also in a reading of their own`(lead: Int) throws
  {
    let shared = everyThird(
      SharedSamples(Self.source(6000)) { Self.source(6000) })
    let expected = (1...2000).map { Double(6 * $0) }
    let (fast, slow) = (shared.reader(), shared.reader())
    var ahead: [Double] = []
    for _ in 0..<lead { if let sample = try fast() { ahead.append(sample.timestampMs) } }
    #expect(try times(slow) == expected)
    #expect(try ahead + times(fast) == expected)
    #expect(try times(shared.reopened()) == expected)
  }

  @Test func `samples in memory are given to every reader from the first on`() throws {
    let samples = (1...40).map { TrackingSample(timestampMs: Double($0)) }
    let shared = SharedSamples(samples)
    let first = shared.reader()
    #expect(try times(first) == samples.map(\.timestampMs))
    // A later reader reads them anew.
    #expect(try times(shared.reader()) == samples.map(\.timestampMs))
  }
}
