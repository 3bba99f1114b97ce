import AvatarFiles
import Geometry
import Imaging
import Placement
import Rendering
import SampleRecording
import Tracking

/// An illustrated head that wears avatars, for previews.
struct SampleHead {
  /// The picture.
  private(set) var picture: StraightRGBA8
  /// Where every layer went.
  private(set) var placements: [LayerPlacement]

  /// Draws the head in a pose and puts avatars on it.
  init(
    pose: SamplePose, size: PixelSize<TrackerSpace>,
    background: SampleStage.Background = .plain, wearing avatars: LayerTextures,
    mode: PlacementOptions.Mode
  ) throws {
    let (drawn, header, face) = try SampleStage.still(
      pose: pose, size: size, background: background)
    let scene = SceneMapping(header: header, scene: size.retyped(as: SceneSpace.self))
    let placer = Placer(
      avatars: avatars.avatars, scene: scene,
      output: OutputMapping(scene: scene.scene, output: size.retyped(as: OutputSpace.self)),
      options: PlacementOptions(mode: mode))
    let timeline = FaceTimeline(
      header: header, smoothing: SmoothingOptions(.none), source: Self.single(face))
    var recording = RecordingTimeline(faces: timeline, placer: placer)
    var passes = try PassList(PassSetup(PassOptions(), avatars: avatars))
    let state = try recording.state(atMs: 0)
    var surface = PictureSurface(drawn, matrix: .bt709)
    try passes.draw(state, on: &surface)
    (picture, placements) = (surface.picture(), state.placements)
  }

  /// A source of one sample at time 0.
  private static func single(_ face: FaceSample) -> () -> TrackingSample? {
    var samples = [TrackingSample(timestampMs: 0, faces: [face])]
    return { samples.popLast() }
  }
}
