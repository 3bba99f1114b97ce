import Geometry
import Imaging
import Passes
import Placement
import Recipe
import SampleRecording
import Timelines
import Tracking

/// An illustrated head that wears avatars, for previews.
struct SampleHead {
  private(set) var picture: StraightRGBA8
  /// Where every layer went.
  private(set) var placements: [LayerPlacement]

  /// Draws the head in a pose and puts avatars on it.
  ///
  /// - Parameter timeMs: how long what moves by itself has moved.
  init(
    pose: SamplePose, size: PixelSize<TrackerSpace>,
    background: SampleStage.Background = .plain, wearing avatars: LayerTextures,
    mode: PlacementOptions.Mode, atMs timeMs: Double = 0
  ) throws {
    let (drawn, header, face) = try SampleStage.still(
      pose: pose, size: size, background: background)
    let scene = size.retyped(as: SceneSpace.self)
    var appearance = Appearance()
    appearance.placement = PlacementOptions(mode: mode)
    appearance.smoothing = SmoothingOptions(.none)
    appearance.gaps.newFaces = .show
    let timelines = try TimelineBuilder(
      TrackedSamples(header, SharedSamples([TrackingSample(timestampMs: timeMs, faces: [face])])),
      TimelineBuilder.Clip(scene: scene), RenderRecipe(appearance, avatars: avatars.avatars))
    var recording = try timelines.timeline(
      in: OutputMapping(scene: scene, output: size.retyped(as: OutputSpace.self)))
    var passes = try PassList(PassSetup(PassOptions(), avatars: avatars))
    let state = try recording.state(atMs: timeMs)
    var surface = PictureSurface(drawn, matrix: .bt709)
    try passes.draw(state, on: &surface)
    (picture, placements) = (surface.picture(), state.placements)
  }
}
