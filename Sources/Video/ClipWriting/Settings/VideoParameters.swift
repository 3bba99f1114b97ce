public import ClipReading
public import Frames
public import Geometry

/// What an encoder must know of the pictures before the first one comes.
public struct VideoParameters: Sendable {
  /// The size of the frames.
  public var size: PixelSize<OutputSpace>
  /// Seconds a tick; frames keep their times exactly.
  ///
  /// Matroska and WebM round them to whole milliseconds.
  public var timeBase: Rational
  /// Frames a second on average, which guides the encoder.
  public var averageFrameRate: Rational?
  /// The width of a pixel divided by its height.
  public var sampleAspectRatio: Rational
  /// What the file says about its colours.
  public var colourTags: ColourTags
  /// The pixel format of the frames, by FFmpeg's name.
  public var pixelFormat: String
  /// What HDR10 says of the clip's light.
  var lightMetadata = LightMetadata()
  /// Which field of a frame comes first; nil where frames are whole pictures.
  var fields: FieldOrder?

  /// Describes pictures that the project draws itself, in 4:2:0.
  public init(
    size: PixelSize<OutputSpace>, timeBase: Rational, averageFrameRate: Rational?,
    colourTags: ColourTags
  ) {
    (self.size, self.timeBase, self.averageFrameRate) = (size, timeBase, averageFrameRate)
    sampleAspectRatio = .one
    self.colourTags = colourTags
    pixelFormat = "yuv420p"
  }

  /// Describes the frames of a clip, or of a clip that was brought to another size.
  ///
  /// Another shape than the clip's means square pixels.
  /// - Parameters:
  ///   - rate: the rate that the frames were given; nil where they keep their times.
  ///   - speed: how fast the clip is shown.
  ///   - hasSquarePixels: whether the pixels are square whatever the clip's are.
  public init(
    _ info: ClipInfo, size: PixelSize<OutputSpace>? = nil, rate: FrameRate? = nil,
    speed: PlaybackSpeed = .own, hasSquarePixels: Bool = false
  ) {
    let own = info.uprightSize
    self.size = size ?? own
    timeBase = rate?.timeBase ?? speed.output(info.timeBase)
    // A faster output has no more frames a second than the clip.
    averageFrameRate =
      rate?.ratio ?? info.averageFrameRate.map { speed.value < 1 ? speed.clip($0) : $0 }
    let sameShape = self.size.width * own.height == self.size.height * own.width
    sampleAspectRatio = sameShape && !hasSquarePixels ? info.sampleAspectRatio : .one
    colourTags = info.colourTags.asTakenOf(
      own.width, own.height, for: self.size.width, self.size.height)
    pixelFormat = info.pixelFormat
    lightMetadata = info.lightMetadata
    fields = self.size == own && rate == nil ? info.keptFields : nil
  }
}
