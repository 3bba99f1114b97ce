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
}
