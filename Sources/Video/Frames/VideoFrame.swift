internal import CFFmpeg
public import Imaging

/// One upright picture of a clip, in the format the decoder gave it, and the time it is shown.
///
/// The owner is unique: passing a frame on (through a `StageQueue`, into `ClipWriter.write`) gives
/// it away, so two stages never work on the same pixels. Its memory may still be shared with the
/// decoder, which is why pixels are only reached through `withMutablePicture`.
@safe public struct VideoFrame: ~Copyable, @unchecked Sendable {
  /// The place in the clip, counted from 0 at the clip's first frame.
  public var index: Int
  /// The presentation time in ticks of the clip's time base, as the container counts them.
  public var pts: Int64
  /// How long the frame is shown, in the same ticks; 0 where the container does not say.
  public var duration: Int64
  /// The presentation time on the clip's timeline, in milliseconds (`ClipInfo.timelineOrigin`).
  public var timestampMs: Double
  /// Whether the decoder had to guess a part of the picture.
  public package(set) var isDamaged = false

  package var handle: FrameHandle
  package let memory: FrameMemory

  package init(
    _ handle: consuming FrameHandle, memory: FrameMemory, index: Int = 0, pts: Int64 = 0,
    duration: Int64 = 0, timestampMs: Double = 0
  ) {
    self.handle = handle
    (self.memory, self.index, self.pts, self.duration) = (memory, index, pts, duration)
    self.timestampMs = timestampMs
  }

  /// A frame that shares this one's pixels until one of them is drawn on.
  package borrowing func copied() throws(VideoError) -> VideoFrame {
    var frame = VideoFrame(
      try handle.shared(), memory: memory, index: index, pts: pts, duration: duration,
      timestampMs: timestampMs)
    frame.isDamaged = isDamaged
    return frame
  }

  /// Columns.
  public var width: Int { handle.width }
  /// Rows.
  public var height: Int { handle.height }

  /// What the picture says about its colours.
  public var colourTags: ColourTags { ColourTags(frame: handle) }

  /// The name of the pixel format, as FFmpeg's tools print it.
  public var pixelFormatName: String { PixelLayout.name(of: handle.format) }

  /// What the Y'CbCr values mean; the tags, or what players take where there are none.
  public var encoding: YUVEncoding { colourTags.encoding(width: width, height: height) }

  /// The format as the compositor knows it; nil for one it cannot draw on.
  public var pixelFormat: PixelFormat? {
    switch handle.format {
    case AV_PIX_FMT_RGB24: .opaqueRGB8
    case AV_PIX_FMT_BGR24: .opaqueBGR8
    case let format: YUVLayout(format).map { .yuv($0, encoding) }
    }
  }

  /// How this side of a conversion looks to swscale.
  var scalerPicture: ScalerPool.Picture {
    ScalerPool.Picture(
      format: handle.format, width: width, height: height, encoding: encoding,
      chromaLocation: unsafe handle.raw.pointee.chroma_location)
  }
}

/// The memory, the conversion contexts and the colour tables that the frames of one clip share.
public final class FrameMemory: Sendable {
  package let pool = FramePool()
  let scalers = ScalerPool()
  let colours = ColourTables()

  /// Makes an empty store; it grows to what is in flight at once and no further.
  public init() {}
}
