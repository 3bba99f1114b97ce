import ClipReading
package import Frames
import Passes
import Recipe
package import Recordings
import Timelines

/// The finished frames of a recording at a rate, for a job that goes on with them, such as one that joins several.
///
/// Frames are decoded by one thread and drawn by another, each in their order.
package final class RecordingFrames: @unchecked Sendable {
  private let recording: OpenRecording
  private var frames: EvenFrames
  private var renderer: RecordingRenderer

  /// Opens the frames of a recording that was opened for a clip.
  ///
  /// - Parameters:
  ///   - numbers: which of the rate's frames, counted along its grid.
  package init(
    _ recording: OpenRecording, at rate: FrameRate, numbers: ClosedRange<Int>,
    _ watch: RenderWatch
  ) throws {
    self.recording = recording
    frames = EvenFrames(of: recording.clip, at: rate, numbers: numbers)
    renderer = try RecordingRenderer(recording, recording.settings.passes, watch: watch)
  }

  /// The next frame as it is in the clip; nil at the end.
  package func decoded() throws -> VideoFrame? { try frames.next() }

  /// A decoded frame with all that is drawn on it.
  package func finished(_ frame: consuming VideoFrame) throws -> VideoFrame {
    let state = try renderer.state(of: frame)
    return try renderer.frame(of: frame, at: state)
  }

  /// Ends the work after the last frame.
  ///
  /// - Returns: what a person should know of it, a line each, and what could not be read, in one.
  package func finish() -> (notes: [RenderNote], damage: String?) {
    let notes = renderer.finish().map { RenderNote(.finding, $0) }
    return (recording.notes + notes, recording.damage)
  }
}
