public import Frames
public import Geometry
public import Imaging
public import Isolation
public import Tracking

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
    size = Self.size(of: scene, fitting: nil)
    pixels = try VideoFrame(still, memory: memory)
      .toRGB8(width: size.width, height: size.height)
  }

  /// Columns or rows of a tracker's picture; a larger clip is made to fit.
  public static let longestSide = 8192

  /// The largest size of the scene's shape that a box holds; never larger than the scene.
  static func size(
    of scene: PixelSize<SceneSpace>, fitting box: PixelSize<TrackerSpace>?
  ) -> PixelSize<TrackerSpace> {
    let most = box ?? PixelSize(clamping: longestSide, longestSide)
    let scale = min(
      1, Double(most.width) / Double(scene.width), Double(most.height) / Double(scene.height))
    return PixelSize(
      clamping: Int((Double(scene.width) * scale).rounded()),
      Int((Double(scene.height) * scale).rounded()))
  }
}

/// Something that sees faces, hands or known pictures in the frames of a clip.
///
/// `TrackJob` gives it the frames in their order; how it looks at them is its own.
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

/// A tracker in a process of its own, which many clients show one picture after the other and wait for.
public protocol WorkerTracker: CloseUpTracker {
  /// Whether its process has ended, so that it finds nothing any more.
  var hasEnded: Bool { get }

  /// States what may end requests from now on, and how many seconds they may take in all; without that
  /// each picture has the patience of the tracker's limits, and so has loading the models.
  func begin(cancellation: Cancellation, seconds: Double)
}
