import Avatars
import Geometry
import Placement
import Recipe
import Testing
import Timelines
import Tracking

/// What a builder assembles of samples that lie in memory.
@Suite struct TimelineBuilderTests {
  private let header = TrackingHeader(size: PixelSize(clamping: 640, 480))
  private let scene = PixelSize<SceneSpace>(clamping: 640, 480)

  private func image(x: Double) -> ImageSample {
    ImageSample(
      name: "dawn",
      corners: Quad(
        Point2(x, 10), Point2(x + 100, 10), Point2(x + 100, 60), Point2(x, 60)), score: 1)
  }

  private func builder(
    _ samples: [TrackingSample], annotated annotations: Annotations = []
  ) throws -> TimelineBuilder {
    var recipe = RenderRecipe()
    recipe.appearance.passes.annotations = annotations
    return try TimelineBuilder(
      TrackedSamples(header, SharedSamples(samples)), TimelineBuilder.Clip(scene: scene), recipe)
  }

  private var output: OutputMapping {
    OutputMapping(scene: scene, output: scene.retyped(as: OutputSpace.self))
  }

  @Test func `printed pictures reach the state, joined, where they are followed`() throws {
    let samples = [
      TrackingSample(timestampMs: 0, images: [image(x: 0)]),
      TrackingSample(timestampMs: 100, images: [image(x: 50)]),
    ]
    var followed = try builder(samples, annotated: .cards).timeline(in: output)
    let state = try followed.state(atMs: 50)
    #expect(state.images.map(\.image.name) == ["dawn"])
    #expect(state.images.first?.image.corners.corners.first?.x == 25)
    #expect(state.faces.isEmpty && state.placements.isEmpty)
    var ignored = try builder(samples).timeline(in: output)
    #expect(try ignored.state(atMs: 50).images.isEmpty)
  }

  @Test func `two timelines of one builder see the same samples`() throws {
    let samples = (0..<100).map {
      TrackingSample(timestampMs: Double($0) * 40, images: [image(x: Double($0))])
    }
    let made = try builder(samples, annotated: .cards)
    var (first, second) = (try made.timeline(in: output), try made.timeline(in: output))
    for time in stride(from: 0.0, to: 4000, by: 97) {
      let (a, b) = (try first.state(atMs: time), try second.state(atMs: time))
      #expect(a.images.map(\.image) == b.images.map(\.image))
      #expect(!a.images.isEmpty && first.lastSample?.timeMs == second.lastSample?.timeMs)
    }
  }

  @Test func `a shutter tells how layers move, and changes nothing else`() throws {
    let avatar = try #require(
      MeasuredAvatar(
        Avatar(id: "a", layers: [Layer(name: "a", image: "a.png", scale: 2)]),
        pictureSizes: [PixelSize(clamping: 100, 100)]))
    let samples = (0..<12).map { index in
      TrackingSample(
        timestampMs: Double(index) * 40,
        faces: [
          FaceSample(
            pose: FacialTransform(
              rotation: Quaternion(yaw: 0, pitch: 0, roll: 0),
              translation: Vector3(Double(index * index) / 10, 0, -50)))
        ])
    }
    func timeline(_ shutter: String) throws -> RecordingTimeline {
      var recipe = RenderRecipe(avatars: [avatar])
      recipe.appearance.passes.shutter = try ShutterAngle(parsing: shutter)
      var clip = TimelineBuilder.Clip(scene: scene)
      clip.frameMs = 40
      return try TimelineBuilder(
        TrackedSamples(header, SharedSamples(samples)), clip, recipe
      ).timeline(in: output)
    }
    func corners(atMs timeMs: Double) throws -> [Quad<OutputSpace>] {
      var alone = try timeline("0")
      return try alone.state(atMs: timeMs).placements.map(\.corners)
    }
    for (shutter, half) in [("auto", 10.0), ("360", 20), ("90", 5)] {
      var (open, closed) = (try timeline(shutter), try timeline("0"))
      // Frames that come sooner than the shutter closes, too.
      for time in [40.0, 80, 87, 95, 160, 300] {
        let (state, plain) = (try open.state(atMs: time), try closed.state(atMs: time))
        #expect(state.placements.map(\.corners) == plain.placements.map(\.corners))
        #expect(open.lastSample?.timeMs == closed.lastSample?.timeMs)
        #expect(plain.placements.allSatisfy { $0.motion == nil })
        let motion = try #require(state.placements.first?.motion)
        #expect(try corners(atMs: time - half) == [motion.from])
        #expect(try corners(atMs: time + half) == [motion.to])
      }
    }
  }

  @Test(arguments: ["0", "360", "auto", "172.8", "-1", "361", "nan", "half", ""])
  func `a shutter is open for 0 to 360 degrees`(text: String) throws {
    let angle = try? ShutterAngle(parsing: text)
    let fits = ["0", "360", "auto", "172.8"].contains(text)
    #expect((angle != nil) == fits)
    if let angle { #expect(try ShutterAngle(parsing: "\(angle)") == angle) }
  }
}
