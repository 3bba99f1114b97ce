import ClipReading
import Frames
import Imaging
import Passes
import Placement
import Recipe
import Recordings
import Shot
import Timelines

/// Finishes one frame of a recording after another, as frames of a clip or as pictures.
///
/// Frames are given in the order of their times; which frames were given before makes no difference
/// to what a frame looks like.
struct RecordingRenderer {
  private var timeline: RecordingTimeline
  /// What hands cover over time; nil where only the hands themselves are known.
  private let mattes: HandMattes?
  /// The light on cards and faces over time; nil where a frame alone tells it, or nothing asks.
  private let light: ClipLight?
  /// Where the clip shows the faces; nil where only their samples tell.
  private let skin: ClipSkin?
  private var passes: PassList
  /// How the clip's picture is brought into the frame of a time.
  private let framing: (Double) -> OutputFraming
  private let mirrored: Bool
  private let overlayOnly: Bool
  /// What stands behind the avatars in place of the clip; nil for the clip.
  private var background: BackgroundPicture?
  private let occluders: Occluders
  /// Tells whether a frame's picture is looked at for what is drawn on it.
  private let finder: ShotFinder
  /// Whether the clip has transparency, which the compositor's planes have no place for.
  private let hasTransparency: Bool

  /// Makes a renderer of the recording's frames, or of frames that the clip's picture is brought into otherwise.
  init(
    _ recording: OpenRecording, _ options: PassOptions, in framing: OutputFraming? = nil,
    scope: PassScope? = nil, watch: RenderWatch
  ) throws {
    try options.check()
    timeline = try recording.states(in: framing)
    mattes = try HandMattes(recording, options, watch)
    light = try ClipLight(recording, options, watch)
    skin = try ClipSkin(recording, watch)
    if let skin { timeline.steady(by: skin) }
    let setup = PassSetup(options, avatars: recording.textures, scenes: recording.scenes)
    passes = try PassList(setup, in: scope)
    finder = ShotFinder(ShotFinder.Wishes(setup))
    self.framing = { timeMs in framing ?? recording.framing(atMs: timeMs) }
    mirrored = options.mirrored
    overlayOnly = options.overlayOnly
    background = try BackgroundPicture(options.ground)
    occluders = options.occluders
    hasTransparency = recording.clip.info.hasTransparency
  }

  /// What is known of the recording at a frame's time.
  mutating func state(of frame: borrowing VideoFrame) throws -> FrameState {
    var state = try timeline.state(atMs: frame.timestampMs)
    state.covered = try mattes?.covered(of: frame)
    state.light = try light?.light(on: state)
    return state
  }

  /// Keeps what hands cover for the next time.
  mutating func finish() -> [String] {
    (mattes?.finish() ?? []) + (light?.notes ?? []) + (skin?.notes ?? [])
  }

  /// The finished frame, in the clip's own format, or of the avatars alone on a transparent background.
  mutating func frame(
    of frame: consuming VideoFrame, at state: FrameState
  ) throws -> VideoFrame {
    if overlayOnly, !needsGuide(state) {
      return try VideoFrame(overlay: overlay(at: state), at: frame)
    }
    if !overlayOnly, let picture = try pictureOnBackground(of: frame, at: state) {
      return try frame.alike(picture)
    }
    let framing = framing(state.timeMs)
    var frame = try framing.shown(of: frame)
    if overlayOnly {
      return try VideoFrame(overlay: overlay(at: state, in: frame.toStraightRGBA8()), at: frame)
    }
    if hasTransparency {
      let drawn = try draw(state, on: frame.toStraightRGBA8(), matrix: frame.encoding.matrix)
      return try VideoFrame(drawn: framing.framed(drawn, mirrored: mirrored), at: frame)
    }
    try passes.draw(state, on: &frame)
    return try framing.framed(frame, mirrored: mirrored)
  }

  mutating func picture(
    of frame: consuming VideoFrame, at state: FrameState
  ) throws -> StraightRGBA8 {
    let framing = framing(state.timeMs)
    if overlayOnly {
      return try overlay(
        at: state,
        in: needsGuide(state) ? framing.shown(of: frame).toStraightRGBA8() : nil)
    }
    if let picture = try pictureOnBackground(of: frame, at: state) { return picture }
    // Of the clip, so that a filter tells brightness as it does in the clip.
    let matrix = frame.encoding.matrix
    return framing.framed(
      try draw(state, on: framing.shown(of: frame).toStraightRGBA8(), matrix: matrix),
      mirrored: mirrored)
  }

  /// Draws on a frame that is a picture already.
  mutating func draw(
    _ state: FrameState, on picture: consuming StraightRGBA8, matrix: YUVEncoding.Matrix
  ) throws -> StraightRGBA8 {
    var surface = PictureSurface(picture, matrix: matrix)
    try passes.draw(state, on: &surface)
    return surface.picture()
  }

  /// Whether the avatars alone cannot be drawn without looking at the picture behind them.
  private func needsGuide(_ state: FrameState) -> Bool {
    finder.looks(at: state)
      || occluders.contains(.hands)
        && (state.covered.map { !$0.fields.isEmpty } ?? !state.hands.isEmpty)
  }

  /// What is drawn, on what stands in the clip's place; nil where the clip does.
  private mutating func pictureOnBackground(
    of frame: borrowing VideoFrame, at state: FrameState
  ) throws -> StraightRGBA8? {
    let (framing, mirrored) = (framing(state.timeMs), mirrored)
    guard let ground = background?.picture(of: framing.drawn, mirrored: mirrored) else {
      return nil
    }
    let guide =
      try needsGuide(state) ? framing.shown(of: frame.copied()).toStraightRGBA8() : nil
    var surface = PictureSurface(ground, matrix: frame.encoding.matrix, guide: guide)
    try passes.draw(state, on: &surface)
    return framing.framed(surface.picture(), mirrored: mirrored)
  }

  private mutating func overlay(
    at state: FrameState, in guide: StraightRGBA8? = nil
  ) throws -> StraightRGBA8 {
    let framing = framing(state.timeMs)
    var surface = PictureSurface(transparent: framing.drawn, guide: guide)
    try passes.draw(state, on: &surface)
    return framing.framed(surface.picture(), mirrored: mirrored, bars: RGBA8(0, 0, 0, 0))
  }
}
