import Frames
import Imaging
import Placement

/// Takes what a `FrameDriver` makes of the frames of a recording: a clip, a part, numbered pictures.
protocol FrameSink: ~Copyable {
  /// Whether it takes where layers went.
  var takesPlacements: Bool { get }
  /// Takes where the layers of the next frame went; on the driver's thread.
  mutating func add(_ record: PlacementRecord) throws

  /// Completes the output, after the last frame.
  ///
  /// - Returns: what a person should know of it, a line each.
  consuming func finish() throws -> [String]
}

/// Takes finished frames of a clip.
protocol ClipFrameSink: FrameSink, ~Copyable {
  /// Writes frames in their order; on a thread of its own.
  var write: @Sendable (consuming VideoFrame) throws -> Void { get }
}

/// Takes finished pictures.
protocol PictureFrameSink: FrameSink, ~Copyable {
  /// Writes pictures in their order; on a thread of its own.
  var write: @Sendable (NumberedPicture) throws -> Void { get }
}

/// A finished picture with the number of its frame, and when that is shown.
struct NumberedPicture: Sendable {
  let number: Int
  let picture: StraightRGBA8
  /// When it is shown and for how long, in milliseconds; the length is 0 where the clip does not say.
  let startMs, lengthMs: Double
}
