import Frames
import Imaging
import Recipe
import Recordings
import Timelines

/// What finishes the frames of a recording one after the other, each once, or twice side by side.
protocol FrameFinisher {
  /// What is known of the recording at a frame's time; side by side, live.
  mutating func state(of frame: borrowing VideoFrame) throws -> FrameState
  /// The finished frame of a clip.
  mutating func frame(of frame: consuming VideoFrame, at state: FrameState) throws -> VideoFrame
  mutating func picture(
    of frame: consuming VideoFrame, at state: FrameState
  ) throws -> StraightRGBA8
  /// Ends the work after the last frame.
  ///
  /// - Returns: what a person should know of it, a line each.
  mutating func finish() -> [String]
}

extension RecordingRenderer: FrameFinisher {}
extension SideBySide: FrameFinisher {}

extension OpenRecording {
  /// What finishes the frames, as the settings ask for it.
  func finisher(_ options: PassOptions, watch: RenderWatch) throws -> any FrameFinisher {
    settings.replay == .both
      ? try SideBySide(self, options, watch: watch)
      : try RecordingRenderer(self, options, watch: watch)
  }
}
