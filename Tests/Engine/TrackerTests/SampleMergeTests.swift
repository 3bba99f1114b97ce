import Geometry
import Problems
import TestSupport
import Testing
import Tracker
import Tracking

/// Two trackers' samples of one clip as those of one.
@Suite struct SampleMergeTests {
  private static let header = TrackingHeader(size: PixelSize(clamping: 640, 480))

  private static let corners = Quad<TrackerSpace>(
    Point2(0, 0), Point2(10, 0), Point2(10, 10), Point2(0, 10))

  /// Kinds of things that a tracker looks for.
  private enum Kind { case people, cards }

  /// What a tracker of one kind sees at times that rise at random; now and then it sees nothing, or
  /// gives no answer.
  private func samples(_ kind: Kind, _ random: inout SplitMix64) -> [TrackingSample] {
    var timeMs = 0.0
    return (0..<Int.random(in: 0...40, using: &random)).map { index in
      timeMs += Double(Int.random(in: 1...3, using: &random)) * 40
      var sample = TrackingSample(timestampMs: timeMs)
      switch (Int.random(in: 0..<5, using: &random), kind) {
      case (0, _): break
      case (1, _): sample.failure = "\(kind) \(index)"
      case (_, .people):
        sample.faces = [BoxFaces.face(x: Double(index))]
        sample.hands = [HandSample(handedness: .left, score: Double(index) / 40)]
      case (_, .cards):
        sample.images = [ImageSample(name: "\(index)", corners: Self.corners, score: 1)]
      }
      return sample
    }
  }

  private func merged(_ one: [TrackingSample], _ other: [TrackingSample]) throws -> [TrackingSample]
  {
    func source(_ samples: [TrackingSample]) -> SampleMerge.Source {
      var rest = samples[...]
      return { rest.popFirst() }
    }
    var merge = try SampleMerge((Self.header, source(one)), (Self.header, source(other)))
    var samples: [TrackingSample] = []
    while let sample = try merge.sample() { samples.append(sample) }
    #expect(try merge.sample() == nil)
    return samples
  }

  @Test func `merging with a source without samples changes nothing`() throws {
    var random = SplitMix64(state: 1)
    for _ in 0..<50 {
      let people = samples(.people, &random)
      #expect(try merged(people, []) == people)
      #expect(try merged([], people) == people)
    }
  }

  @Test func `merging with samples in which nothing is changes nothing`() throws {
    var random = SplitMix64(state: 2)
    for _ in 0..<50 {
      let people = samples(.people, &random)
      let nothing = people.map { TrackingSample(timestampMs: $0.timestampMs) }
      #expect(try merged(people, nothing) == people)
      #expect(try merged(nothing, people) == people)
      #expect(try merged(people, people) == people)
    }
  }

  @Test func `the order of sources is all one where they see things of other kinds`() throws {
    var random = SplitMix64(state: 3)
    for _ in 0..<50 {
      let (people, cards) = (samples(.people, &random), samples(.cards, &random))
      #expect(try merged(people, cards) == merged(cards, people))
    }
  }

  @Test func `three sources give the same, whichever two are merged first`() throws {
    var random = SplitMix64(state: 4)
    for _ in 0..<50 {
      let all = [samples(.people, &random), samples(.cards, &random), samples(.people, &random)]
      #expect(
        try merged(merged(all[0], all[1]), all[2]) == merged(all[0], merged(all[1], all[2])))
    }
  }

  @Test func `every time of either is there once, in order, with all that was seen at it`() throws {
    var random = SplitMix64(state: 5)
    for _ in 0..<50 {
      let (people, cards) = (samples(.people, &random), samples(.cards, &random))
      let both = try merged(people, cards)
      #expect(both.map(\.timestampMs) == Set((people + cards).map(\.timestampMs)).sorted())
      #expect(both.flatMap(\.faces) == people.flatMap(\.faces))
      #expect(both.flatMap(\.hands) == people.flatMap(\.hands))
      #expect(both.flatMap(\.images) == cards.flatMap(\.images))
    }
  }

  @Test func `where both see faces, those of the first count`() throws {
    let (one, other) = (BoxFaces.face(x: 1), BoxFaces.face(x: 2))
    let both = try merged(
      [TrackingSample(timestampMs: 0, faces: [one])],
      [TrackingSample(timestampMs: 0, faces: [other, other])])
    #expect(both.map(\.faces) == [[one]])
  }

  @Test func `a failure of one is told, and hides nothing of the other`() throws {
    let card = ImageSample(name: "start-of-spring", corners: Self.corners, score: 1)
    let both = try merged(
      [TrackingSample(timestampMs: 0, failure: "no answer")],
      [TrackingSample(timestampMs: 0, images: [card])])
    #expect(both == [TrackingSample(timestampMs: 0, images: [card], failure: "no answer")])
  }

  @Test(arguments: [(0.0, 1), (SampleMerge.exactMs, 1), (1.01 * SampleMerge.exactMs, 2)])
  func `times of one frame may be written with another rounding`(apart: Double, count: Int) throws {
    let (one, other) = ([TrackingSample(timestampMs: 0)], [TrackingSample(timestampMs: apart)])
    for samples in [try merged(one, other), try merged(other, one)] {
      #expect(samples.map(\.timestampMs) == Array([0, apart].prefix(count)))
    }
  }

  @Test func `no more than a sample of each source is held`() throws {
    var taken = (0, 0)
    var merge = try SampleMerge(
      (
        Self.header,
        {
          taken.0 += 1
          return taken.0 > 100 ? nil : TrackingSample(timestampMs: Double(taken.0))
        }
      ),
      (
        Self.header,
        {
          taken.1 += 1
          return taken.1 > 100 ? nil : TrackingSample(timestampMs: Double(2 * taken.1))
        }
      ))
    var given = 0
    while let sample = try merge.sample() {
      given += 1
      #expect(Double(taken.0) <= sample.timestampMs + 1)
      #expect(Double(taken.1) <= sample.timestampMs / 2 + 1)
    }
    // 1 to 100, and the even ones up to 200.
    #expect(given == 150)
  }

  @Test func `an error of a source ends the merge`() throws {
    var merge = try SampleMerge(
      (Self.header, { nil }), (Self.header, { throw TrackerError.garbled }))
    #expect(throws: TrackerError.garbled) { try merge.sample() }
  }

  // MARK: - The header

  @Test func `headers of one clip are merged to what both say`() throws {
    var other = Self.header
    #expect(try Self.header.merged(with: other) == Self.header)
    (other.clipSHA256, other.isSmoothed) = ("00", true)
    #expect(try Self.header.merged(with: other) == other)
    #expect(try other.merged(with: Self.header) == other)
    var unsmoothed = other
    unsmoothed.isSmoothed = false
    #expect(try unsmoothed.merged(with: other) == other)
  }

  @Test func `headers of other pictures, clocks or clips are refused with both`() throws {
    let changes: [(inout TrackingHeader) -> Void] = [
      { $0.size = PixelSize(clamping: 480, 640) }, { $0.rotation = .half }, { $0.mirrored = true },
      { $0.timeOffsetMs = 40 }, { $0.clipSHA256 = "01" },
    ]
    var header = Self.header
    header.clipSHA256 = "00"
    for change in changes {
      var other = header
      change(&other)
      for (one, two) in [(header, other), (other, header)] {
        let fault = #expect(throws: TrackerError.self) { try one.merged(with: two) }
        #expect(fault?.problemCode == .badInput)
        let line = "\(fault, default: "")"
        #expect(line.contains("found ") && line.contains("expected "))
      }
    }
    #expect(
      "\(TrackerError.otherHeader("the picture's size", found: "480x640", expected: "640x480"))"
        == "the results of two trackers do not fit together: the picture's size: found 480x640,"
        + " expected 640x480; track the same clip with the same size")
  }
}
