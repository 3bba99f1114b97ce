public import Frames

/// How a clip is read.
public struct ReadingOptions: Sendable {
  /// What a clip may ask for.
  public var limits = VideoLimits()
  /// Threads for the decoder, on which the frames do not depend; 0 lets it choose.
  public var threads = 0
  /// The pixel formats that are handed out as they are, by FFmpeg's names; by default those that
  /// the compositor draws on.
  ///
  /// All others are converted to the one of them that loses least, or to `yuv420p` where that is
  /// not among them.
  public var nativeFormats = PixelLayout.drawable
  /// Whether what is left of a damaged still is read; otherwise it is refused.
  ///
  /// A clip's other frames are read either way, and `damage` tells what is lost.
  public var allowsDamagedStill = false
  /// Whether pictures with transparency are handed out as `rgba`, with 8 bits and straight alpha, in
  /// SDR; otherwise what lies under it is shown, and `ClipInfo.conversionNote` says so.
  public var keepsTransparency = false
  /// Where the clip's index is kept, for a caller that reads many parts of one clip; nil to make one
  /// for each.
  public var index: KeptIndex?
  /// What a caller says of the pictures that the clip does not say itself.
  public var reading = PictureReading()
  /// Whether clips of high dynamic range or wide primaries are handed out as 8-bit SDR of BT.709 (`StillColour`).
  public var becomesStandard = false
  /// What is hidden of each picture before it is handed out; nil for nothing.
  public var cover: FrameCover?
  /// Frames a second of numbered pictures, whose path is a pattern such as `frames/%05d.png`.
  public var picturesRate: FrameRate?

  /// Makes the default options.
  public init() {}
}
