import Frames
import Geometry
import Matting
import Occlusion
import Placement
import Recordings
import Timelines

/// What a segmenter tells of what stands before the faces of a recording's pictures.
final class FaceMattes {
  private var timeline: RecordingTimeline
  private let segmenter: PictureSegmenter
  private let shown: (width: Int, height: Int)
  private var look: PictureSegmenter.Look?

  /// Makes it for pictures of a size.
  ///
  /// - Parameter timeline: the recording over time, placed in the clip's own pictures.
  init(
    _ segmenter: PictureSegmenter, _ timeline: RecordingTimeline, size: PixelSize<OutputSpace>
  ) {
    (self.segmenter, self.timeline) = (segmenter, timeline)
    shown = PictureSegmenter.size(of: size)
  }

  /// What is before the faces of a frame.
  ///
  /// - Parameter hands: what hands cover where other frames say so; nil for what their outlines say.
  func covered(
    of frame: borrowing VideoFrame, hands: [CoverageField]?
  ) throws -> [CoverageField] {
    let state = try timeline.state(atMs: frame.timestampMs)
    let hands = hands ?? HandsInPicture.covers(state)
    // Where no layer shows, there is nothing to cut.
    guard state.placements.contains(where: { $0.opacity > 0 }) else { return hands }
    let look = try self.look ?? segmenter.start()
    self.look = look
    let parts = try look(
      frame.toRGB8(width: shown.width, height: shown.height), shown.width, shown.height)
    return hands
      + InFrontOfFaces.covers(parts, columns: shown.width, rows: shown.height, state)
  }
}
