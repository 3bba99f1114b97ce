import Avatars
import Foundation
import Geometry
import Placement
import Recipe
import Scenes
import Session
import TestSupport
import Testing
import Timelines
import Tracking

/// What swipes and double taps do to scenes, to signals and to avatars.
@Suite struct MotionTimelineTests {
  private static let size = PixelSize<TrackerSpace>(clamping: 1280, 720)
  private let header = TrackingHeader(size: size)
  private let scene = size.retyped(as: SceneSpace.self)

  private var output: OutputMapping {
    OutputMapping(scene: scene, output: scene.retyped(as: OutputSpace.self))
  }

  /// A hand of 95 pixels whose tip of the index finger lies at a place.
  private static func hand(_ x: Double, _ y: Double) -> HandSample {
    HandSample(
      handedness: .right,
      landmarks: SyntheticHand.joints.map { Point3(x + $0[0] + 29, y + $0[1] + 173, 0) })
  }

  /// Swipes of 300 pixels within 300 ms, each with a second of rest before it and after it; the hand is not
  /// seen before and after.
  private static func samples(
    _ swipes: [(startMs: Double, x: Double, y: Double, way: Double)], lengthMs: Double = 5000,
    _ more: (inout TrackingSample) -> Void = { _ in }
  ) -> [TrackingSample] {
    stride(from: 0, through: lengthMs, by: 1000.0 / 30).map { timeMs in
      var sample = TrackingSample(timestampMs: timeMs)
      for swipe in swipes where abs(timeMs - swipe.startMs - 150) < 800 {
        let t = min(max((timeMs - swipe.startMs) / 300, 0), 1)
        let part = t * t * (3 - 2 * t)
        sample.hands = [hand(swipe.x + 300 * swipe.way * (part - 0.5), swipe.y)]
      }
      more(&sample)
      return sample
    }
  }

  /// The motions of some samples.
  private func motions(_ samples: [TrackingSample]) -> [HandMotion] {
    var motions = HandMotions(header)
    return samples.flatMap { motions.take($0.hands, atMs: $0.timestampMs) }
  }

  // MARK: - Scenes

  private func plan(near: Bool) throws -> ScenePlan {
    let manifest = SceneManifest(
      id: "dawn",
      Array(
        """
        {"version": 1, "picture": {"name": "dawn", "image": "card.png", "widthMm": 100}, "items": [
         {"name": "flash", "type": "flash", "on": {"gesture": "swipe.left", "near": \(near)},
          "keys": [[0, 1], [600, 1]], "duration": 600}]}
        """.utf8))
    let scene = try #require(manifest.scene, "\(manifest.faults)")
    return ScenePlan(scenes: [MeasuredScene(scene, printAspect: 0.6, pictures: [:])])
  }

  private func shown(
    _ samples: [TrackingSample], near: Bool, atMs times: [Double]
  ) throws -> [Bool] {
    var recipe = RenderRecipe()
    recipe.scenes = try plan(near: near)
    var timeline = try TimelineBuilder(
      TrackedSamples(header, SharedSamples(samples)), TimelineBuilder.Clip(scene: scene), recipe
    ).timeline(in: output)
    return try times.map { try !timeline.state(atMs: $0).scenes.isEmpty }
  }

  @Test func `an item begins when the swipe over its card ends, before that is known`() throws {
    func card(_ sample: inout TrackingSample) {
      sample.images = [
        ImageSample(
          name: "dawn",
          corners: Quad(Point2(500, 250), Point2(800, 250), Point2(800, 430), Point2(500, 430)),
          score: 1)
      ]
    }
    let over = Self.samples([(1000, 650, 350, -1)], card)
    let beside = Self.samples([(1000, 1050, 350, -1)], card)
    let endMs = try #require(motions(over).first?.timeMs)
    #expect(
      motions(over).map(\.kind) == [.swipeLeft] && motions(beside).map(\.kind) == [.swipeLeft])
    #expect((1150...1300).contains(endMs))
    let times = [0, endMs - 1, endMs + 1, endMs + 590, endMs + 610]
    for near in [true, false] {
      #expect(try shown(over, near: near, atMs: times) == [false, false, true, true, false])
      // Which frames were asked for before makes no difference.
      #expect(try shown(over, near: near, atMs: [times[2]]) == [true])
      #expect(try shown(beside, near: near, atMs: [times[2]]) == [!near])
    }
    let other = Self.samples([(1000, 650, 350, 1)], card)
    #expect(try shown(other, near: false, atMs: [endMs + 100]) == [false])
  }

  // MARK: - Signals

  @Test func `a motion is a signal from its end on, evenly down within two seconds`() throws {
    let samples = Self.samples([(1000, 650, 350, -1)])
    let endMs = try #require(motions(samples).first?.timeMs)
    func strengths(isLive: Bool) throws -> [Double] {
      var (first, second) = (samples[...], samples[...])
      var timeline = try MomentTimeline(
        nil, header: header, path: "t.jsonl", isLive: isLive, motions: { first.popFirst() }
      ) {
        second.popFirst()
      }
      return try [endMs - 1, endMs, endMs + 500, endMs + 2000].map {
        try timeline.moment(atMs: $0)["gesture.swipe.left"]
      }
    }
    #expect(try strengths(isLive: false) == [0, 1, 0.75, 0])
    // Live, nothing tells of it yet.
    #expect(try strengths(isLive: true) == [0, 0, 0.75, 0])
    #expect(
      HandMotion.Kind.allCases.allSatisfy {
        SignalRegistry.standard["gesture.\($0.rawValue)"]?.followsRecording == true
      })
  }

  // MARK: - Avatars

  private func builder(
    _ samples: [TrackingSample], list: [Int]?
  ) throws -> TimelineBuilder {
    let avatars = try ["dragon", "ox", "pig"].map { id in
      try #require(
        MeasuredAvatar(
          Avatar(id: id, layers: [Layer(name: "a", image: "a.png", scale: 2)]),
          pictureSizes: [PixelSize(clamping: 100, 100)]))
    }
    var recipe = RenderRecipe(avatars: avatars)
    recipe.givenAvatars = 1
    recipe.swipedAvatars = list
    return try TimelineBuilder(
      TrackedSamples(header, SharedSamples(samples)), TimelineBuilder.Clip(scene: scene), recipe)
  }

  /// Two faces, the one on the left nearer to the camera than the other.
  private static func faces(_ sample: inout TrackingSample) {
    sample.faces = [(1, -16.0, -60.0), (2, 20, -90)].map { id, x, z in
      FaceSample(
        id: id,
        pose: FacialTransform(
          rotation: Quaternion(yaw: 0, pitch: 0, roll: 0), translation: Vector3(x, 0, z)))
    }
  }

  @Test func `swipes change the avatar of the nearest face`() throws {
    // The hand is before the left face, then before the right one.
    let samples = Self.samples(
      [(1000, 400, 300, -1), (3000, 900, 380, 1)], Self.faces)
    #expect(motions(samples).map(\.kind) == [.swipeLeft, .swipeRight])
    let made = try builder(samples, list: [0, 1, 2])
    var timeline = try made.timeline(in: output)
    let worn = try [900.0, 1290, 2000, 4000].map { timeMs in
      try timeline.state(atMs: timeMs).placements.map { [$0.subject.identity, $0.avatarIndex] }
        .sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
    }
    #expect(worn[0] == [[1, 0], [2, 0]])
    // Both looks while one goes over into the next.
    #expect(worn[1] == [[1, 0], [1, 1], [2, 0]])
    #expect(worn[2] == [[1, 1], [2, 0]])
    #expect(worn[3] == [[1, 1], [2, 2]])
    #expect(made.notes.isEmpty)
    // A part of the clip is as in the whole.
    var part = try builder(samples, list: [0, 1, 2]).timeline(in: output)
    #expect(try part.state(atMs: 4000).placements.map(\.avatarIndex).sorted() == [1, 2])
    // Without a list hands change nothing.
    var plain = try builder(samples, list: nil).timeline(in: output)
    #expect(try plain.state(atMs: 4000).placements.map(\.avatarIndex) == [0, 0])
  }

  @Test func `what swipes cannot change is told`() throws {
    #expect(
      try builder(Self.samples([], Self.faces), list: [0, 1]).notes
        == ["no avatar was changed by swipes: the tracking has no hands"])
    #expect(
      try builder(Self.samples([(1000, 400, 300, -1)], Self.faces), list: [0]).notes
        == ["the list that swipes go through has one avatar; they change nothing else"])
  }
}
