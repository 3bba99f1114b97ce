import Geometry
import TestSupport
import Testing
import Tracking

/// Hands as tracks that go on beyond what the tracker saw.
@Suite struct HandTracksTests {
  /// A hand 40 pixels wide about a place.
  private func hand(_ x: Double, _ y: Double = 100) -> HandSample {
    HandSample(
      handedness: .right,
      landmarks: (0..<21).map { Point3(x + Double($0 % 5) * 10 - 20, y + Double($0 / 5) * 8, 0) })
  }

  /// Samples 40 ms apart, from 0 on.
  private func tracks(_ samples: [[HandSample]]) -> HandTracks {
    var waiting = samples.enumerated().map {
      TrackingSample(timestampMs: 40 * Double($0), hands: $1)
    }[...]
    return HandTracks(header: TrackingHeader(size: PixelSize(clamping: 640, 480)), intervalMs: 40) {
      waiting.popFirst()
    }
  }

  private func places(_ hands: [HandTracks.Hand]) -> [Double] {
    hands.map { $0.hand.landmarks[0].x + 20 }
  }

  @Test func `samples up to eight frames apart are joined, and no others`() throws {
    for (apart, isJoined) in [(8, true), (9, false)] {
      var samples = [[HandSample]](repeating: [], count: 30)
      for number in 0...2 { samples[number] = [hand(100)] }
      for number in 0...2 { samples[2 + apart + number] = [hand(150)] }
      var tracks = tracks(samples)
      let between = try tracks.hands(atMs: 40 * (2 + Double(apart) / 2))
      #expect(places(between).count == (isJoined ? 1 : 0), "\(apart)")
      if let place = places(between).first { #expect(abs(place - 125) < 1e-9) }
    }
  }

  @Test func `a hand seen once is none, nor is the second of two in one place`() throws {
    var samples = [[HandSample]](repeating: [hand(100), hand(108)], count: 6)
    samples[3].append(hand(500))
    var tracks = tracks(samples)
    #expect(try places(tracks.hands(atMs: 120)) == [100])
  }

  @Test func `a track goes on at its velocity for ten frames either way`() throws {
    // From frame 15 on, 5 pixels a frame, until frame 20.
    let samples = (0..<60).map { number in
      (15...20).contains(number) ? [hand(100 + 5 * Double(number))] : []
    }
    var tracks = tracks(samples)
    #expect(try tracks.hands(atMs: 4 * 40).isEmpty)
    for number in 5...30 {
      let found = try tracks.hands(atMs: 40 * Double(number))
      try #require(places(found).count == 1, "\(number)")
      #expect(abs(places(found)[0] - (100 + 5 * Double(number))) < 1e-6, "\(number)")
      #expect(found[0].isCarried == !(15...20).contains(number), "\(number)")
      #expect(found[0].identity == 1)
    }
    #expect(try tracks.hands(atMs: 31 * 40).isEmpty)
  }

  @Test func `three samples tell no velocity, and a hand that is there ends another's track`()
    throws
  {
    let brief = (0..<30).map { (10...12).contains($0) ? [hand(100)] : [] }
    var tracks = tracks(brief)
    #expect(try tracks.hands(atMs: 9 * 40).isEmpty)
    #expect(try tracks.hands(atMs: 11 * 40).count == 1)
    #expect(try tracks.hands(atMs: 13 * 40).isEmpty)
    // Carried towards one that stands there, it is not seen twice.
    let two = (0..<40).map { number -> [HandSample] in
      number <= 10 ? [hand(100 + 30 * Double(number), 100), hand(500, 100)] : [hand(500, 100)]
    }
    var both = self.tracks(two)
    #expect(try both.hands(atMs: 11 * 40).count == 2)
    #expect(try both.hands(atMs: 13 * 40).count == 1)
  }

  @Test func `a time's hands are those of any asking before`() throws {
    var random = SplitMix64(state: 3)
    let samples = (0..<120).map { number -> [HandSample] in
      Int.random(in: 0..<4, using: &random) == 0
        ? [] : [hand(100.0 + 2 * Double(number)), hand(600.0 - 3 * Double(number), 300)]
    }
    var all = tracks(samples)
    var each: [Double: [Double]] = [:]
    for time in stride(from: 0.0, to: 4700, by: 20) {
      each[time] = try places(all.hands(atMs: time))
    }
    let starts: [Double] = [500, 1640, 3320]
    for start in starts {
      var late = tracks(samples)
      let found = try places(late.hands(atMs: start))
      #expect(found == each[start], "\(start)")
    }
  }

  @Test func `numbers that are none, and hands without end, are no fault`() throws {
    var wild = hand(.nan)
    wild.landmarks[3].y = .infinity
    let many = (0..<64).map { hand(Double($0) * 1e300) }
    var tracks = tracks([[wild], many, many, [hand(1e308)], [hand(-1e308)], many])
    for time in stride(from: 0.0, to: 300, by: 20) {
      let hands = try tracks.hands(atMs: time)
      #expect(hands.count <= 64)
    }
    // What comes after is followed as ever.
    var after = self.tracks([[wild], many, [hand(1e308)], [hand(100)], [hand(110)], [hand(120)]])
    #expect(try places(after.hands(atMs: 160)).contains(110))
  }
}
