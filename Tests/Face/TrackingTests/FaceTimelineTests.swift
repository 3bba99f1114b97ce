import FaceModel
import Foundation
import Geometry
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// Which sample belongs to a frame.
@Suite struct FaceTimelineTests {
  private func sample(_ time: Double, _ faces: FaceSample...) -> TrackingSample {
    TrackingSample(timestampMs: time, faces: faces)
  }

  private func nose(_ face: TimedFace?) -> Double? { face?.face.landmarks[4].x }

  @Test func `a frame between two samples gets a face between theirs`() throws {
    var timeline = Faces.timeline([sample(0, Faces.flat(x: 100)), sample(40, Faces.flat(x: 180))])
    let expected: [(time: Double, x: Double, source: TimedFace.Source)] = [
      (0, 100, .exact), (0.5, 100, .exact), (10, 120, .interpolated), (30, 160, .interpolated),
      (39.5, 180, .exact), (40, 180, .exact), (40.5, 180, .exact),
    ]
    for (time, x, source) in expected {
      let faces = try timeline.faces(atMs: time)
      try #require(faces.count == 1)
      #expect(abs(try #require(nose(faces[0])) - x) < 1e-9)
      #expect(faces[0].source == source)
      #expect(faces[0].opacity == 1)
      #expect(faces[0].identity == 1)
    }
  }

  @Test func `nothing is drawn before the first sample`() throws {
    var timeline = Faces.timeline([sample(100, Faces.flat(x: 0))])
    #expect(try timeline.faces(atMs: 0).isEmpty)
    #expect(try timeline.faces(atMs: 99.4).isEmpty)
    #expect(try timeline.faces(atMs: 99.5).count == 1)
  }

  @Test func `sample times are moved by the header's offset`() throws {
    var header = Faces.header
    header.timeOffsetMs = 1000
    var timeline = Faces.timeline([sample(0, Faces.flat(x: 0))], header: header)
    #expect(try timeline.faces(atMs: 0).isEmpty)
    #expect(try timeline.faces(atMs: 1000).first?.source == .exact)
  }

  @Test func `samples at most maxGapMs apart are joined, others are not`() throws {
    for (gap, isJoined) in [(250.0, true), (251.0, false)] {
      var timeline = Faces.timeline([sample(0, Faces.flat(x: 0)), sample(gap, Faces.flat(x: 100))])
      let face = try timeline.faces(atMs: 50).first
      #expect(face?.source == (isJoined ? .interpolated : .held))
      #expect(try timeline.faces(atMs: 225).isEmpty == !isJoined)
      #expect(try timeline.faces(atMs: gap).first?.source == .exact)
    }
  }

  static let policies: [(GapOptions, [(Double, Double?)])] = [
    (GapOptions(), [(100, 1), (125, 0.75), (175, 0.25), (200, nil)]),
    (GapOptions(policy: .hold), [(100, 1), (100.6, nil)]),
    (GapOptions(policy: .hide), [(0.5, 1), (0.6, nil)]),
    (GapOptions(holdMs: 0, fadeMs: 10), [(5, 0.5), (10, nil)]),
    (GapOptions(holdMs: 10, fadeMs: 0), [(10, 1), (10.1, nil)]),
  ]

  @Test(arguments: policies)
  func `a lost face is held, fades and goes`(
    gaps: GapOptions, expected: [(Double, Double?)]
  ) throws {
    // Another face stays, and must not keep the lost one alive.
    let stays = (1...20).map { sample(Double($0) * 20, Faces.flat(x: 500)) }
    var timeline = Faces.timeline(
      [sample(0, Faces.flat(x: 100), Faces.flat(x: 500))] + stays, gaps: gaps)
    for (time, opacity) in expected {
      let faces = try timeline.faces(atMs: time)
      let lost = faces.first { nose($0).map { $0 < 300 } ?? false }
      if let opacity {
        #expect(abs(try #require(lost).opacity - opacity) < 1e-9, "\(time) ms")
        #expect(nose(lost) == 100)
        #expect(lost?.source == (opacity < 1 ? .fading : time <= 0.5 ? .exact : .held))
      } else {
        #expect(lost == nil, "\(time) ms")
      }
      #expect(faces.contains { $0.opacity == 1 && nose($0) == 500 })
    }
  }

  @Test func `a face that comes fades in, and one of the first frame is there at once`() throws {
    let other = Faces.flat(x: 500, id: 1)
    func timeline(_ gaps: GapOptions = GapOptions(), firstFrameMs: Double = 0) -> FaceTimeline {
      // Every 20 ms to 800; the second face from 100 to 300, and again from 600 on.
      var rest = (0...40).map { index in
        let time = 20 * Double(index)
        let isThere = (100...300).contains(time) || time >= 600
        return isThere ? sample(time, other, Faces.flat(x: 100, id: 2)) : sample(time, other)
      }[...]
      return FaceTimeline(
        header: Faces.header, smoothing: SmoothingOptions(.none), gaps: gaps,
        firstFrameMs: firstFrameMs
      ) {
        rest.popFirst()
      }
    }
    func opacities(_ timeline: FaceTimeline, _ times: [Double]) throws -> [Double?] {
      var (timeline, found) = (timeline, [Double?]())
      for time in times {
        var opacities: [Int: Double] = [:]
        for face in try timeline.faces(atMs: time) { opacities[face.identity] = face.opacity }
        #expect(opacities[1] == 1)
        found.append(opacities[2])
      }
      return found
    }
    let times = [90.0, 100, 110, 150, 190, 200, 300, 400, 450, 500, 590, 600, 650, 700]
    let expected: [Double?] = [nil, 0, 0.1, 0.5, 0.9, 1, 1, 1, 0.5, nil, nil, 0, 0.5, 1]
    let all = try opacities(timeline(), times)
    for (place, (found, expected)) in zip(all, expected).enumerated() {
      #expect(found.map { ($0 * 1e9).rounded() / 1e9 } == expected, "\(times[place]) ms")
    }
    // A part has what the whole has.
    for first in times.indices {
      #expect(try opacities(timeline(), Array(times[first...])) == Array(all[first...]))
    }
    let shown = try opacities(timeline(GapOptions(newFaces: .show)), times)
    #expect(shown == [nil, 1, 1, 1, 1, 1, 1, 1, 0.5, nil, nil, 1, 1, 1])
    // A clip that starts late shows the face in its first frame.
    #expect(try opacities(timeline(firstFrameMs: 100), [100, 110]) == [1, 1])
    #expect(try opacities(timeline(firstFrameMs: 99.5), [100]) == [1])
    #expect(try opacities(timeline(firstFrameMs: 99.4), [100]) == [0])
  }

  @Test func `a face that comes back while it fades out goes on from there`() throws {
    // Out of reach for joining after 260 ms, and half gone after 250 with these times; samples in between
    // do not show it.
    let gaps = GapOptions(maxGapMs: 100, holdMs: 200, fadeMs: 100)
    let other = Faces.flat(x: 500, id: 1)
    var timeline = Faces.timeline(
      [
        sample(0, other, Faces.flat(x: 100, id: 2)), sample(100, other), sample(200, other),
        sample(250, other, Faces.flat(x: 100, id: 2)),
        sample(300, other, Faces.flat(x: 100, id: 2)),
      ], gaps: gaps)
    for (time, expected) in [(240.0, 0.6), (250, 0.5), (275, 0.75), (300, 1)] {
      let face = try timeline.faces(atMs: time).first { $0.identity == 2 }
      #expect(abs(try #require(face).opacity - expected) < 1e-9, "\(time) ms")
    }
  }

  @Test func `a face that is missed once is joined across`() throws {
    let other = Faces.flat(x: 500)
    var timeline = Faces.timeline([
      sample(0, Faces.flat(x: 100), other), sample(40, other),
      sample(80, other, Faces.flat(x: 120)),
    ])
    let faces = try timeline.faces(atMs: 40)
    #expect(faces.map(\.source) == [.interpolated, .exact])
    #expect(try #require(nose(faces.first)) == 110)
  }

  @Test func `every sample is observed once and in order, whatever frames are asked for`() throws {
    let samples = (0..<50).map { sample(Double($0) * 7, Faces.flat(x: Double($0))) }
    for frames in [[0.0, 350], [350], [33, 66, 66, 200, 400], (0..<50).map { Double($0) * 7.1 }] {
      var observed: [Double] = []
      var timeline = Faces.timeline(samples)
      for frame in frames {
        _ = try timeline.faces(atMs: frame) { observed.append($0.timeMs) }
        #expect(observed == samples.map(\.timestampMs).filter { $0 <= frame + 0.5 })
      }
    }
  }

  @Test func `at most 64 faces are there at once, the last seen`() throws {
    // Thirty samples, 2 ms apart, of four faces each, and every face is another.
    var samples: [TrackingSample] = []
    for index in 0..<30 {
      let faces = (0..<4).map { Faces.flat(x: 100 * Double($0), id: 100 + 4 * index + $0) }
      samples.append(TrackingSample(timestampMs: 2 * Double(index), faces: faces))
    }
    var timeline = Faces.timeline(samples)
    let faces = try timeline.faces(atMs: 58)
    #expect(FaceTimeline.facesAtOnce == 64)
    #expect(faces.map(\.identity) == Array(156..<220))
    var few = Faces.timeline(Array(samples.prefix(16)))
    #expect(try few.faces(atMs: 30).count == 64)
  }

  @Test func `a time before the last one is answered as the last one was`() throws {
    var timeline = Faces.timeline([sample(0, Faces.flat(x: 0)), sample(100, Faces.flat(x: 100))])
    let face = try #require(nose(timeline.faces(atMs: 60).first))
    #expect(try nose(timeline.faces(atMs: 20).first) == face)
  }

  @Test func `a fault of the source comes through`() throws {
    struct Broken: Error {}
    var timeline = FaceTimeline(header: Faces.header) { throw Broken() }
    #expect(throws: Broken.self) { try timeline.faces(atMs: 0) }
  }

  /// The memory: what is pulled from the source ahead of a frame.
  @Test(arguments: SmoothingOptions.Strategy.allCases)
  func `no more samples are read ahead than the window needs`(
    strategy: SmoothingOptions.Strategy
  ) throws {
    var pulled = 0
    var timeline = FaceTimeline(header: Faces.header, smoothing: SmoothingOptions(strategy)) {
      pulled += 1
      // One face stays, another comes and goes, so that the timeline has to look for it.
      let faces = [Faces.posed()] + (pulled % 100 < 50 ? [Faces.posed(x: 30)] : [])
      return TrackingSample(timestampMs: Double(pulled) * 10, faces: faces)
    }
    var most = 0
    for frame in stride(from: 0, to: 60_000.0, by: 40) {
      _ = try timeline.faces(atMs: frame)
      most = max(most, pulled - Int(frame / 10))
    }
    #expect(pulled > 5900)
    // 25 samples of maxGapMs, and the offline smoother's window of three deviations of at most
    // 1.8 times maxGapMs, but never more than 128 samples.
    #expect(most <= (strategy == .offline ? 128 + 30 : 30))
  }

  @Test(
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)),
    arguments: Recording.moving)
  func `a recording asked at its own times is the recording`(name: String) throws {
    let recording = try Recording(name)
    var timeline = Faces.timeline(recording.samples, header: recording.header)
    for sample in recording.samples {
      let faces = try timeline.faces(atMs: sample.timestampMs).filter { $0.source == .exact }
      #expect(faces.count == sample.faces.count)
      for face in faces { #expect(sample.faces.contains(face.face)) }
    }
  }
}

/// Joining two samples of a face.
@Suite struct InterpolationTests {
  @Test func `landmarks, translation, scale and blendshapes go linearly`() {
    var (a, b) = (Faces.posed(x: 2, z: -40), Faces.posed(x: 6, z: -60))
    a.landmarks = [Point3(0, 10, -4)]
    b.landmarks = [Point3(8, 20, 4)]
    a.blendshapes = Blendshapes([.jawOpen: 0.25])
    b.blendshapes = Blendshapes([.jawOpen: 0.75, .eyeBlinkLeft: 1])
    let middle = a.interpolated(to: b, at: 0.25)
    #expect(middle.landmarks == [Point3(2, 12.5, -2)])
    #expect(middle.pose?.translation == Vector3(3, 0, -45))
    #expect(middle.blendshapes[.jawOpen] == 0.375)
    #expect(middle.blendshapes[.eyeBlinkLeft] == 0.25)
  }

  /// Turning about one axis by a part of the angle, in plain trigonometry.
  @Test(arguments: [(0.0, 40.0), (-80, 80), (170, 190), (350, 370), (10, 10)])
  func `the rotation goes evenly along the shortest way`(from: Double, to: Double) throws {
    let (a, b) = (Faces.posed(yaw: from), Faces.posed(yaw: to))
    for part in [0.0, 0.1, 0.5, 0.75, 1] {
      let pose = try #require(a.interpolated(to: b, at: part).pose)
      let angle = (from + (to - from) * part) * Double.pi / 180
      let expected = [cos(angle), 0, sin(angle), 0, 1, 0, -sin(angle), 0, cos(angle)]
      let found = [
        pose.m00, pose.m01, pose.m02, pose.m10, pose.m11, pose.m12, pose.m20, pose.m21, pose.m22,
      ]
      for (x, y) in zip(found, expected) { #expect(abs(x - y) < 1e-12) }
    }
  }

  @Test func `what only one sample has is kept`() {
    let (a, b) = (Faces.flat(x: 10), Faces.posed())
    let joined = a.interpolated(to: b, at: 0.5)
    #expect(joined.landmarks == a.landmarks)
    #expect(joined.pose == b.pose)
    var irises = a
    irises.landmarks += Array(repeating: Point3(0, 0, 0), count: 10)
    #expect(irises.interpolated(to: a, at: 0.5).landmarks.count == 468)
  }
}
