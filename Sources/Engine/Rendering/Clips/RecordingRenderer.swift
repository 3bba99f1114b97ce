import Geometry
import Imaging
import Placement
import Video

/// Finishes one frame of a recording after another, as frames of a clip or as pictures.
///
/// Frames are given in the order of their times; which frames were given before makes no difference
/// to what a frame looks like.
struct RecordingRenderer {
  private var timeline: RecordingTimeline
  private var passes: PassList
  private let size: PixelSize<OutputSpace>
  private let overlayOnly: Bool
  private let occluders: Occluders
  /// Whether the clip has transparency, which the compositor's planes have no place for.
  private let hasTransparency: Bool

  /// Makes a renderer of frames of the session's output size, or of another one.
  init(
    _ session: RecordingSession, _ options: PassOptions, size: PixelSize<OutputSpace>? = nil
  ) throws {
    try options.check()
    timeline = try session.states(size: size)
    passes = try PassList(PassSetup(options, avatars: session.textures))
    self.size = size ?? session.outputSize
    overlayOnly = options.overlayOnly
    occluders = options.occluders
    hasTransparency = session.clip.info.hasTransparency
  }

  /// What is known of the recording at a frame's time.
  mutating func state(of frame: borrowing VideoFrame) throws -> FrameState {
    try timeline.state(atMs: frame.timestampMs)
  }

  /// The finished frame, in the clip's own format, or of the avatars alone on a transparent ground.
  mutating func frame(
    of frame: consuming VideoFrame, at state: FrameState
  ) throws -> VideoFrame {
    if overlayOnly, !needsGuide(state) {
      return try VideoFrame(overlay: overlay(at: state), at: frame)
    }
    var frame = try frame.scaled(to: size)
    if overlayOnly {
      return try VideoFrame(overlay: overlay(at: state, in: frame.toStraightRGBA8()), at: frame)
    }
    if hasTransparency {
      let drawn = try draw(state, on: frame.toStraightRGBA8(), matrix: frame.encoding.matrix)
      return try VideoFrame(drawn: drawn, at: frame)
    }
    try passes.draw(state, on: &frame)
    return frame
  }

  /// The finished picture.
  mutating func picture(
    of frame: consuming VideoFrame, at state: FrameState
  ) throws -> StraightRGBA8 {
    if overlayOnly {
      return try overlay(
        at: state,
        in: needsGuide(state) ? frame.scaled(to: size).toStraightRGBA8() : nil)
    }
    // Of the clip, so that a filter tells brightness as it does in the clip.
    let matrix = frame.encoding.matrix
    return try draw(state, on: frame.scaled(to: size).toStraightRGBA8(), matrix: matrix)
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
    occluders.contains(.hands) && !state.hands.isEmpty
  }

  private mutating func overlay(
    at state: FrameState, in guide: StraightRGBA8? = nil
  ) throws -> StraightRGBA8 {
    var surface = PictureSurface(transparent: size, guide: guide)
    try passes.draw(state, on: &surface)
    return surface.picture()
  }
}
