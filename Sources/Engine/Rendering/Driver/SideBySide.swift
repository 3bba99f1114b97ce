import ClipReading
import Drawing
import Frames
import Geometry
import Imaging
import Passes
import Placement
import Recipe
import Recordings
import Timelines

/// What the player saw on the left, what is known afterwards on the right, and below how far the two
/// are apart.
///
/// Frames are given in the order of their times; which ones were given before makes no difference.
struct SideBySide {
  private var live: RecordingRenderer
  private var ideal: RecordingRenderer
  private var meter: LiveLag
  private var stamps = AnnotationText.Stamps()
  private let recording: OpenRecording
  private let mirrored: Bool

  /// Makes a renderer of frames that are twice as wide as the recording's.
  init(_ recording: OpenRecording, _ options: PassOptions, watch: RenderWatch) throws {
    let colours = recording.clip.info.colourTags
    guard !colours.isHighDynamicRange else { throw RenderingError.sideBySideHDR }
    (self.recording, mirrored) = (recording, options.mirrored)
    live = try RecordingRenderer(recording, options, watch: watch)
    ideal = try RecordingRenderer(recording.reopened(as: .ideal), options, watch: watch)
    meter = LiveLag(
      live: try recording.reopened(as: .both).states(),
      ideal: try recording.reopened(as: .ideal).states(),
      firstFrameMs: recording.clip.info.milliseconds(atPts: recording.clip.info.startPts))
  }

  /// The size of one of the two.
  private var half: PixelSize<OutputSpace> { recording.framing.frame }

  /// Ends the work of both.
  mutating func finish() -> [String] { live.finish() + ideal.finish() }

  /// The live state at a frame's time.
  mutating func state(of frame: borrowing VideoFrame) throws -> FrameState {
    try live.state(of: frame)
  }

  /// The finished frame, in RGB.
  mutating func frame(
    of frame: consuming VideoFrame, at state: FrameState
  ) throws -> VideoFrame {
    let frame = try recording.framing(atMs: state.timeMs).shown(of: frame)
    return try VideoFrame(overlay: draw(on: frame, at: state), at: frame)
  }

  mutating func picture(
    of frame: consuming VideoFrame, at state: FrameState
  ) throws -> StraightRGBA8 {
    try draw(on: recording.framing(atMs: state.timeMs).shown(of: frame), at: state)
  }

  private mutating func draw(
    on frame: borrowing VideoFrame, at state: FrameState
  ) throws -> StraightRGBA8 {
    let (matrix, framing) = (frame.encoding.matrix, recording.framing)
    let known = try ideal.state(of: frame)
    let lag = try meter.lag(atMs: frame.timestampMs)
    let decoded = try frame.toStraightRGBA8()
    let left = framing.framed(
      try live.draw(state, on: decoded, matrix: matrix), mirrored: mirrored)
    let right = framing.framed(
      try ideal.draw(known, on: decoded, matrix: matrix), mirrored: mirrored)
    let size = SideBySideFrame.size(of: half)
    var whole = StraightRGBA8(size: size, filledWith: RGBA8(20, 22, 26))
    whole.copy(left, atColumn: 0)
    whole.copy(right, atColumn: left.width)
    let age = state.sampleMs.map { max(state.timeMs - $0, 0) }
    return try write(lag.words(ageMs: age), on: whole, matrix: matrix)
  }

  private mutating func write(
    _ lag: String, on picture: consuming StraightRGBA8, matrix: YUVEncoding.Matrix
  ) throws -> StraightRGBA8 {
    let size = SideBySideFrame.size(of: half)
    var text = AnnotationText(on: size, lineHeight: SideBySideFrame.lineHeight(below: half))
    let foot = Double(size.height)
    try text.add("live · \(lag)", above: Point2(0, foot), Colour(0xFFFFFF))
    try text.add("ideal", above: Point2(Double(half.width), foot), Colour(0xFFFFFF))
    var surface = PictureSurface(picture, matrix: matrix)
    try text.draw(on: &surface, &stamps)
    return surface.picture()
  }
}

extension StraightRGBA8 {
  /// Copies a picture that is not higher into some of the columns, from the top.
  fileprivate mutating func copy(_ other: StraightRGBA8, atColumn column: Int) {
    for row in 0..<min(height, other.height) {
      let from = 4 * row * other.width
      let to = 4 * (row * width + column)
      bytes.replaceSubrange(
        to..<(to + 4 * other.width), with: other.bytes[from..<(from + 4 * other.width)])
    }
  }
}
