import Geometry
import Imaging
import Matting
import Occlusion
import Placement
import Recipe
import TestSupport
import Testing
import Timelines
import Tracking

/// The look at hands as work that the caller may end.
@Suite struct HandMatteTimelineTests {
  private static let size = PixelSize<OutputSpace>(clamping: 320, 240)

  private struct Stopped: Error {}

  /// What happened to a look that is ended in a step.
  private final class Counts {
    var (steps, frames) = (0, 0)
  }

  private func hand() -> HandSample {
    var hand = HandSample(handedness: .right)
    let drawn = SyntheticHand(x: 0.5, y: 0.8)
    hand.landmarks = SyntheticHand.joints.map {
      let place = drawn.place($0, width: 320, height: 240)
      return Point3(place.x, place.y, 0)
    }
    return hand
  }

  private func timeline(endingIn step: Int, _ counts: Counts) throws -> HandMatteTimeline {
    let scene = Self.size.retyped(as: SceneSpace.self)
    let samples = (0..<200).map {
      TrackingSample(timestampMs: Double($0) * 40, hands: [hand()])
    }
    let builder = try TimelineBuilder(
      TrackedSamples(
        TrackingHeader(size: Self.size.retyped(as: TrackerSpace.self)), SharedSamples(samples)),
      TimelineBuilder.Clip(scene: scene), RenderRecipe())
    let states = try builder.timeline(in: OutputMapping(scene: scene, output: Self.size))
    var picture = PremultipliedRGBA8(
      StraightRGBA8(size: Self.size, filledWith: RGBA8(90, 120, 60, 255)))
    let cells = try #require(
      unsafe picture.withMutablePicture {
        unsafe CellPicture($0, side: CellPicture.side(of: Self.size))
      })
    return HandMatteTimeline(states: states, tracks: builder.handTracks) {
      counts.steps += 1
      if counts.steps == step { throw Stopped() }
    } open: { _ in
      var index = 0
      return {
        guard index < 200 else { return nil }
        defer { index += 1 }
        counts.frames += 1
        return ClipCells(index: index, timeMs: Double(index) * 40, cells: cells)
      }
    }
  }

  @Test func `a look that is ended reads no further frame`() throws {
    for step in [1, 2, 7, 50] {
      let counts = Counts()
      let timeline = try timeline(endingIn: step, counts)
      #expect(throws: Stopped.self) { try timeline.covers(atMs: 2000) }
      #expect(counts.steps == step && counts.frames == step - 1)
    }
    let counts = Counts()
    let whole = try timeline(endingIn: .max, counts)
    #expect(try whole.covers(atMs: 2000) != nil)
    // As far as a cut depends on them, and no farther.
    #expect(counts.frames > 50 && counts.frames < 200)
  }
}
