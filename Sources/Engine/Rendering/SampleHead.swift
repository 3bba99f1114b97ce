import AvatarFiles
import Geometry
import Imaging
import Placement
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
    background: SampleStage.Background = .plain, _ packages: [AvatarPackage], wardrobe: Wardrobe,
    mode: PlacementOptions.Mode
  ) throws {
    let (drawn, header, face) = try SampleStage.still(
      pose: pose, size: size, background: background)
    let scene = SceneMapping(header: header, scene: size.retyped(as: SceneSpace.self))
    let placer = Placer(
      avatars: packages.map(\.measured), scene: scene,
      output: OutputMapping(scene: scene.scene, output: size.retyped(as: OutputSpace.self)),
      options: PlacementOptions(mode: mode))
    let timeline = FaceTimeline(
      header: header, smoothing: SmoothingOptions(.none), source: Self.single(face))
    var painter = try FramePainter(timeline: timeline, placer: placer, wardrobe: wardrobe)
    var ground = PremultipliedRGBA8(drawn)
    let placements = try painter.placements(atMs: 0)
    try unsafe ground.withMutablePicture { try unsafe painter.paint(placements, onto: $0) }
    (picture, self.placements) = (StraightRGBA8(ground), placements)
  }

  /// A source of one sample at time 0.
  private static func single(_ face: FaceSample) -> () -> TrackingSample? {
    var samples = [TrackingSample(timestampMs: 0, faces: [face])]
    return { samples.popLast() }
  }
}
