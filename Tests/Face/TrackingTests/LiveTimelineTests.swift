import Geometry
import Testing
import Tracking

@Suite struct LiveTimelineTests {
  /// A face that moves to the right by 100 pixels a second, seen at some times; nil where it is not.
  private func timeline(
    _ between: LiveOptions.Between, at times: [Double], without missing: Set<Double> = []
  ) throws -> FaceTimeline {
    let size = try #require(PixelSize<TrackerSpace>(width: 640, height: 480))
    var samples = times.map { time in
      let face = FaceSample(
        id: 1, landmarks: (0..<468).map { Point3(time / 10 + Double($0), 100, 0) })
      var sample = TrackingSample(
        timestampMs: time + 60, faces: missing.contains(time) ? [] : [face])
      sample.takenMs = time
      return sample
    }[...]
    return FaceTimeline(
      header: TrackingHeader(size: size), smoothing: SmoothingOptions(.none), live: between
    ) { samples.popFirst() }
  }

  private func x(_ timeline: inout FaceTimeline, _ timeMs: Double) throws -> Double? {
    try timeline.faces(atMs: timeMs).first?.face.landmarks[0].x
  }

  @Test func `an answer is shown when it comes, and held until the next one does`() throws {
    var timeline = try timeline(.hold, at: [0, 100, 900])
    for (time, place) in [
      (0.0, nil), (59, nil), (60, 0.0), (159, 0), (160, 10), (500, 10), (959, 10), (960, 90),
      (99_999, 90),
    ] {
      #expect(try x(&timeline, time) == place, "at \(time) ms")
    }
  }

  @Test func `an answer without the face takes it away at once`() throws {
    var timeline = try timeline(.hold, at: [0, 100, 200], without: [100])
    #expect(try x(&timeline, 100) == 0)
    #expect(try x(&timeline, 160) == nil)
    #expect(try x(&timeline, 260) == 20)
  }

  @Test func `two answers drawn out meet a steady motion, and no gap is drawn out`() throws {
    var timeline = try timeline(.extrapolate, at: [0, 100, 200, 900, 1000])
    // One answer has no motion.
    #expect(try x(&timeline, 130) == 0)
    for time in [160.0, 200, 259, 260, 300, 440] {
      let found = try #require(try x(&timeline, time))
      #expect(abs(found - time / 10) < 1e-9, "at \(time) ms")
    }
    // For longer than a gap nothing goes on: 250 ms after 200.
    #expect(try abs(#require(x(&timeline, 900)) - 45) < 1e-9)
    #expect(try x(&timeline, 990) == 90)
  }

  @Test func `hands come, stay and go with the answers`() throws {
    let size = try #require(PixelSize<TrackerSpace>(width: 640, height: 480))
    var samples = [0.0, 100, 200].map { time in
      let hand = HandSample(
        handedness: .right, landmarks: (0..<21).map { Point3(time + 10 * Double($0), 9, 0) })
      var sample = TrackingSample(timestampMs: time + 60, hands: time == 200 ? [] : [hand])
      sample.takenMs = time
      return sample
    }[...]
    var timeline = HandTimeline(header: TrackingHeader(size: size), isLive: true) {
      samples.popFirst()
    }
    for (time, place) in [(59.0, nil), (60, 0.0), (159, 0), (160, 100), (259, 100), (260, nil)] {
      let found = try timeline.hands(atMs: time).first
      #expect(found?.hand.landmarks[0].x == place, "at \(time) ms")
      #expect(found == nil || found?.opacity == 1)
    }
    #expect(timeline.sampleMs == 200)
  }
}
