internal import Frames
public import Geometry
public import Imaging
public import Isolation
package import Passes
public import Placement
internal import Recipe
public import Recordings
internal import SceneFiles
public import Scenes
package import Timelines

/// Renders chosen frames of a recording as pictures, one after the other in one pass.
///
/// What a frame looks like does not depend on which others are chosen.
public struct PicturesJob: Sendable {
  /// One frame.
  public struct Picture: Sendable {
    /// The picture.
    public var picture: StraightRGBA8
    /// Where its layers went, with the frame's number and time.
    public var placements: PlacementRecord
    /// Its faces, from left to right, in the picture's pixels.
    public var faces: [PictureFace]
    /// What is drawn on its cards, in drawing order.
    public var scenes: [Scene]
    /// What was drawn on it, on a transparent ground, as if nothing were in front; nil where it was not asked for.
    package var overlay: StraightRGBA8?
    /// What is known at its time, where passes are still to be drawn.
    package var state: FrameState?

    /// The tracked landmarks of its faces, in the picture's pixels.
    public var landmarks: [Point2<OutputSpace>] {
      faces.filter { !$0.isModelled }.flatMap(\.landmarks)
    }
  }

  private let settings: RenderSettings
  /// Which passes are drawn; nil for all of them.
  ///
  /// The state that the others need goes with the picture.
  package var scope: PassScope?
  /// Whether pictures tell what was drawn on them.
  package var tellsOverlay = false

  /// Makes the job; output paths of the settings are not used.
  public init(_ settings: RenderSettings) {
    self.settings = settings
  }

  /// Renders the frames of the settings' part, in order.
  ///
  /// - Parameters:
  ///   - most: how many pictures are made at most; nothing is decoded after them.
  ///   - isWanted: whether a frame of this number is rendered; others are only decoded.
  ///   - body: takes each picture.
  /// - Throws: the errors of the stages, as `RenderJob.run` does, and what `body` throws.
  public func run(
    cancellation: Cancellation = Cancellation(), most: Int = .max,
    where isWanted: (Int) -> Bool = { _ in true },
    _ body: (Picture) throws -> Void
  ) throws -> RenderSummary {
    let recording = try OpenRecording(settings, for: .pictures, checksPictures: false)
    let watch = RenderWatch(cancellation)
    var driver = FrameDriver(
      recording,
      try RecordingRenderer(recording, recording.settings.passes, scope: scope, watch: watch),
      watch)
    return try driver.pictures(most: most, where: { isWanted($0.index) }) {
      picture, state, record in
      try body(
        Picture(
          picture: picture, placements: record,
          faces: state.pictureFaces(wearing: recording.textures.avatars),
          scenes: state.scenes.map { recording.scenes.packages[$0.scene].scene },
          overlay: tellsOverlay ? try overlay(of: state, in: recording) : nil,
          state: scope == nil ? nil : state))
    }
  }
  /// The layers and scenes alone.
  private func overlay(
    of state: FrameState, in recording: OpenRecording
  ) throws -> StraightRGBA8 {
    var options = PassOptions(
      overlayOnly: true, occluders: [], mirrored: settings.passes.mirrored)
    options.light = .unlit
    var passes = try PassList(
      PassSetup(options, avatars: recording.textures, scenes: recording.scenes))
    var surface = PictureSurface(transparent: recording.framing.drawn)
    try passes.draw(state, on: &surface)
    return recording.framing.framed(
      surface.picture(), mirrored: settings.passes.mirrored, bars: RGBA8(0, 0, 0, 0))
  }
}
