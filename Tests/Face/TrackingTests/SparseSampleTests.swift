import Geometry
import TestSupport
import Testing
import Tracking

/// Samples that are far apart: time-lapses, stalls, trackers that are asked a few times a second.
@Suite struct SparseSampleTests {
  private func sample(_ time: Double, _ faces: FaceSample...) -> TrackingSample {
    TrackingSample(timestampMs: time, faces: faces)
  }

  /// Five samples at a rate, of a face that moves.
  private func lapse(intervalMs: Double, step: Double = 20, id: Int? = nil) -> [TrackingSample] {
    (0..<5).map { sample(Double($0) * intervalMs, Faces.flat(x: 100 + step * Double($0), id: id)) }
  }

  static let intervals = [33.0, 200, 251, 333, 500, 1000, 2000, 30_000, 3_600_000]

  @Test(arguments: intervals, [nil, 7] as [Int?])
  func `a frame with a sample shows its face in full, however far the neighbours are`(
    intervalMs: Double, id: Int?
  ) throws {
    for strategy in SmoothingOptions.Strategy.allCases {
      // A tenth of a face, and three faces, from one sample to the next.
      for step in [20.0, 450] where step < 100 || id != nil || intervalMs > 800 {
        let samples = lapse(intervalMs: intervalMs, step: step, id: id)
        var timeline = Faces.timeline(
          samples, smoothing: SmoothingOptions(strategy), intervalMs: intervalMs)
        for sample in samples {
          let faces = try timeline.faces(atMs: sample.timestampMs)
          #expect(faces.count == 1, "\(strategy), \(step) px at \(sample.timestampMs) ms")
          #expect(
            faces.map(\.opacity) == [1], "\(strategy), \(step) px at \(sample.timestampMs) ms")
          #expect(faces.map(\.identity) == [id ?? 1], "\(strategy), \(step) px")
        }
      }
    }
  }

  @Test func `samples that are far apart are not smoothed into each other`() throws {
    // There and back again: a fit through the neighbours would cut the corner.
    let xs = [100.0, 180, 100, 180, 100]
    let samples = xs.enumerated().map { sample(500 * Double($0), Faces.flat(x: $1, id: 1)) }
    for strategy in SmoothingOptions.Strategy.allCases {
      var timeline = Faces.timeline(
        samples, smoothing: SmoothingOptions(strategy), intervalMs: 500)
      for (sample, x) in zip(samples, xs) {
        let face = try #require(try timeline.faces(atMs: sample.timestampMs).first)
        #expect(face.face.landmarks[4].x == x, "\(strategy)")
      }
    }
  }

  @Test func `gaps grow with the median interval of the file, to one second`() {
    let usual = GapOptions()
    for (interval, maxGap) in [
      (nil, 250), (0, 250), (33, 250), (166, 250), (200, 300), (333, 499.5), (500, 750),
      (700, 1000), (5000, 1000),
    ] as [(Double?, Double)] {
      let scaled = usual.scaled(toIntervalMs: interval)
      #expect(scaled.maxGapMs == maxGap)
      #expect(abs(scaled.holdMs - 0.4 * maxGap) < 1e-9)
      #expect(scaled.fadeMs == usual.fadeMs)
    }
    let own = GapOptions(maxGapMs: 400, holdMs: 0).scaled(toIntervalMs: 400)
    #expect((own.maxGapMs, own.holdMs) == (600, 0))
  }

  @Test func `a tracker that is asked three times a second keeps a face between its samples`()
    throws
  {
    let samples = (0..<4).map {
      sample(333 * Double($0), Faces.flat(x: 100 + 33 * Double($0), id: 1))
    }
    var timeline = Faces.timeline(samples, intervalMs: 333)
    // A sample within half a millisecond is used as it is, which is 0.05 pixels here.
    for frame in stride(from: 0, through: 999.0, by: 1000 / 30) {
      let face = try #require(try timeline.faces(atMs: frame).first)
      #expect(abs(face.face.landmarks[4].x - (100 + 33 * frame / 333)) < 0.05)
      #expect(face.opacity == 1)
    }
    // Held for 0.4 of 499.5 ms after the last one, then gone within 100.
    #expect(try timeline.faces(atMs: 999 + 199).first?.opacity == 1)
    #expect(try timeline.faces(atMs: 999 + 300).isEmpty)
  }

  @Test func `time without samples is no absence, and a sample without the face is one`() throws {
    let (face, other) = (Faces.flat(x: 100, id: 2), Faces.flat(x: 500, id: 1))
    func opacity(_ between: TrackingSample?, atMs time: Double = 1000) throws -> Double? {
      var timeline = Faces.timeline(
        [sample(0, face, other)] + [between].compactMap(\.self) + [sample(1000, face, other)])
      return try timeline.faces(atMs: time).first { $0.identity == 2 }?.opacity
    }
    #expect(try opacity(nil) == 1)
    #expect(try opacity(sample(500, other)) == 0)
    #expect(try opacity(sample(500, other), atMs: 1050) == 0.5)
    #expect(try opacity(sample(500)) == 0)
    // The tracker gave no answer: whether the face was there is unknown.
    var failed = sample(500)
    failed.failure = "busy"
    #expect(try opacity(failed) == 1)
  }

  @Test func `the first sample shows its faces in full, wherever it lies`() throws {
    var timeline = Faces.timeline([
      sample(700, Faces.flat(x: 100)), sample(733, Faces.flat(x: 100)),
    ])
    #expect(try timeline.faces(atMs: 667).isEmpty)
    #expect(try timeline.faces(atMs: 700).map(\.opacity) == [1])
  }

  @Test func `hands are joined as far apart as faces`() throws {
    func sample(_ time: Double, x: Double) -> TrackingSample {
      let points = (0..<21).map { Point3<TrackerSpace>(x + Double($0), 100 + Double($0 % 5), 0) }
      return TrackingSample(
        timestampMs: time, hands: [HandSample(handedness: .right, landmarks: points)])
    }
    for (interval, isThere) in [(nil, false), (400, true)] as [(Double?, Bool)] {
      var samples = [sample(0, x: 100), sample(400, x: 110)][...]
      var timeline = HandTimeline(header: Faces.header, intervalMs: interval) { samples.popFirst() }
      #expect(try timeline.hands(atMs: 210).isEmpty != isThere)
      #expect(try timeline.hands(atMs: 400).map(\.opacity) == [1])
    }
  }
}
