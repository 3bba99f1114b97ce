import Geometry
import TestSupport
import Testing
import Tracking

/// Which hands belong to a frame.
@Suite struct HandTimelineTests {
  /// A hand 40 pixels wide about a place.
  private func hand(
    _ x: Double, _ y: Double = 100, _ side: HandSample.Handedness? = .right, gesture: String = "a"
  ) -> HandSample {
    HandSample(
      handedness: side,
      landmarks: (0..<21).map { Point3(x + Double($0 % 5) * 10 - 20, y + Double($0 / 5) * 8, 0) },
      gestures: [Gesture(categoryName: gesture, score: 1)])
  }

  private func timeline(_ samples: [(Double, [HandSample])]) -> HandTimeline {
    var waiting = samples[...]
    return HandTimeline(header: TrackingHeader(size: PixelSize(clamping: 640, 480))) {
      waiting.popFirst().map { TrackingSample(timestampMs: $0.0, hands: $0.1) }
    }
  }

  private func wrist(_ hand: TimedHand) -> Double { hand.hand.landmarks[0].x + 20 }

  @Test func `a frame between two samples gets a hand between theirs`() throws {
    var timeline = timeline([(0, [hand(100, gesture: "a")]), (40, [hand(140, gesture: "b")])])
    let expected: [(time: Double, x: Double, source: TimedFace.Source, gesture: String)] = [
      (0, 100, .exact, "a"), (0.5, 100, .exact, "a"), (10, 110, .interpolated, "a"),
      (30, 130, .interpolated, "b"), (39.5, 140, .exact, "b"), (140, 140, .held, "b"),
      (190, 140, .fading, "b"),
    ]
    for (time, x, source, gesture) in expected {
      let found = try #require(try timeline.hands(atMs: time).first)
      #expect(abs(wrist(found) - x) < 1e-9, "\(time)")
      #expect(found.source == source, "\(time)")
      #expect(found.hand.gestures?.map(\.categoryName) == [gesture], "\(time)")
      #expect(found.opacity == (time == 190 ? 0.5 : 1))
      #expect(found.identity == 1)
    }
    #expect(try timeline.hands(atMs: 241).isEmpty)
  }

  /// Labels change places and so does the order, as trackers do it; the places say which is which.
  @Test func `hands keep their identity by place`() throws {
    var timeline = timeline([
      (0, [hand(100, 100, .left), hand(300, 100, .right)]),
      (40, [hand(310, 100, .left), hand(110, 100, .right)]),
      (80, [hand(320, 100, nil)]), (120, [hand(330), hand(130)]),
    ])
    #expect(try timeline.hands(atMs: 0).map(wrist) == [100, 300])
    #expect(try timeline.hands(atMs: 20).map(wrist) == [105, 305])
    #expect(try timeline.hands(atMs: 20).map(\.identity) == [1, 2])
    // Unseen in one sample, the first goes on to the next.
    #expect(try timeline.hands(atMs: 80).map(wrist) == [120, 320])
  }

  @Test func `samples far apart are not joined, nor is what came from elsewhere`() throws {
    var timeline = timeline([
      (0, [hand(100)]), (40, [hand(500)]), (290, [hand(510)]), (541, [hand(520)]),
    ])
    #expect(try timeline.hands(atMs: 20).map(wrist) == [100])
    #expect(try timeline.hands(atMs: 40).map(\.identity) == [1, 2])
    #expect(try timeline.hands(atMs: 165).map(wrist) == [100, 505])
    // 251 ms apart: the hand is held and fades, and the next is another.
    #expect(try timeline.hands(atMs: 450).map(\.source) == [.fading])
    #expect(try timeline.hands(atMs: 541).map(\.identity) == [3])
  }

  @Test func `what holds at a time does not depend on the times before`() throws {
    let samples = stride(from: 0.0, to: 900, by: 37).map { time in
      (time, time.truncatingRemainder(dividingBy: 5) < 3 ? [hand(100 + time / 3)] : [])
    }
    var every = timeline(samples)
    for time in stride(from: 0.0, to: 1000, by: 9) {
      var alone = timeline(samples)
      let (one, other) = (try every.hands(atMs: time), try alone.hands(atMs: time))
      #expect(one.map(\.hand) == other.map(\.hand), "\(time)")
      #expect(one.map(\.opacity) == other.map(\.opacity), "\(time)")
      #expect(one.map(\.identity) == other.map(\.identity), "\(time)")
    }
  }

  /// Every sample has other hands, far from those before.
  @Test func `no more hands are kept than a sample may have`() throws {
    let samples = (0..<40).map { index -> (Double, [HandSample]) in
      let x = Double(index % 6 * 100)
      return (Double(index) / 1000, (0..<4).map { hand(x, Double($0) * 5000) })
    }
    var timeline = timeline(samples)
    #expect(try timeline.hands(atMs: 1).count <= HandTimeline.handsAtOnce)
    #expect(timeline.sampleMs == 0.039)
  }

  @Test func `a hand without all of its points, or with points nowhere, is none`() throws {
    var some = hand(100)
    some.landmarks.removeLast()
    var nowhere = hand(300)
    nowhere.landmarks[3] = Point3(.nan, 0, 0)
    var timeline = timeline([(0, [some, nowhere, hand(500)])])
    #expect(try timeline.hands(atMs: 0).map(wrist) == [500])
  }
}
