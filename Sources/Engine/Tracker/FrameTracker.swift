public import Geometry
public import Imaging
public import Tracking
public import Video

/// A picture as trackers see it: upright, not mirrored, sRGB, square pixels.
public struct TrackerPicture: Hashable, Sendable {
  /// Its size.
  public let size: PixelSize<TrackerSpace>
  /// Red, green and blue of each pixel, row by row without padding.
  public let pixels: [UInt8]

  /// Makes a picture; nil where the bytes are not three a pixel.
  public init?(size: PixelSize<TrackerSpace>, pixels: [UInt8]) {
    guard pixels.count == 3 * size.width * size.height else { return nil }
    (self.size, self.pixels) = (size, pixels)
  }

  /// A still that was decoded by `Imaging`, as `TrackJob` gives it to a tracker.
  ///
  /// - Parameter memory: of the converter, which is kept from picture to picture.
  /// - Throws: `VideoError` where there is no memory for it.
  public init(still: StraightRGBA8, memory: FrameMemory) throws(VideoError) {
    let scene = PixelSize<SceneSpace>(clamping: still.width, still.height)
    size = TrackJob.fit(scene, into: nil)
    pixels = try VideoFrame(still, memory: memory)
      .toRGB8(width: size.width, height: size.height)
  }
}

/// Something that sees faces, hands or known pictures in the frames of a clip.
///
/// `TrackJob` gives it the frames in their order; how it looks at them is its own. MediaPipe's tasks
/// are one (`MediaPipeTracker`).
public protocol FrameTracker: AnyObject {
  /// What a tracking file's header says of it.
  var note: TrackerNote { get }

  /// What is in a picture.
  ///
  /// A picture that it could not look at is a sample with a `failure`; what is thrown ends the run.
  ///
  /// - Parameter timeMs: the picture's time in whole milliseconds, above that of the one before.
  /// - Returns: a sample with this time.
  func track(_ picture: TrackerPicture, atMs timeMs: Int) throws -> TrackingSample
}

/// A tracker that is shown pieces of pictures, and follows what it sees in each close-up by itself.
public protocol CloseUpTracker: FrameTracker {
  /// What is in the next picture of a close-up.
  ///
  /// - Parameters:
  ///   - timeMs: above that of the close-up's picture before.
  ///   - closeUp: its number, 1 or above.
  func track(_ picture: TrackerPicture, atMs timeMs: Int, closeUp: Int) throws -> TrackingSample

  /// Ends a close-up: what is shown next under its number follows nothing.
  func forget(closeUp: Int) throws
}
