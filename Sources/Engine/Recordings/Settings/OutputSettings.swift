package import ClipReading
public import ClipWriting
package import Frames
package import Imaging
public import Placement
import Text

/// What the result is, and where it goes.
public struct OutputSettings: Hashable, Sendable {
  /// The path: a clip or a picture by its extension, or a pattern such as `frames/%05d.png`; empty
  /// for none.
  public var path: String
  /// The size; nil keeps the clip's.
  public var size: OutputSize?
  /// What becomes of a clip whose shape is not the size's; nil keeps its shape within the size.
  public var fit: OutputFit?
  /// The shape that a clip is cut to, by a crop that follows faces and cards; nil for no cut.
  public var crop: CropShape?
  /// Frames a second of a clip, or of its pictures, with faces placed at each one's own time; nil for
  /// the clip's own frames.
  public var framesPerSecond: Double?
  /// How many times as fast as the clip it is shown, in `PlaybackSpeed.range`; nil for the clip's own speed.
  public var speed: Double?
  /// The codec; nil for the one that fits the container and the background best.
  public var codec: EncoderSettings.Codec?
  /// The pixel format that is encoded.
  public var pixelFormat = EncoderSettings.PixelFormatChoice.playable
  /// The quality, lower is better; nil for the encoder settings' own.
  public var crf: Int?
  /// The quality of an animation, 1 to 100; nil for the format's usual one.
  public var quality: Int?
  /// The most bytes that a clip or an animation may have; nil for any number.
  public var maxBytes: Int?
  /// The encoder's speed; nil for the encoder settings' own.
  public var preset: String?
  /// Whether a clip of high dynamic range becomes SDR of BT.709.
  public var isStandard = false
  /// Where to write the placements sidecar; nil for nowhere.
  public var placements: String?
  /// Whether place, device and dates are kept.
  public var keepsMetadata = false
  /// Whether the file says, in XMP, that it is a composite and what made it.
  public var statesProvenance = false
  /// Whether an output that exists is replaced.
  public var overwrites = false

  /// Makes output settings with defaults for the rest.
  public init(path: String = "") {
    self.path = path
  }

  /// What the file says of itself, a packet of XMP; nil for nothing.
  package var xmp: String? { statesProvenance ? OriginStatement.xmp : nil }

  package enum Kind {
    /// A clip in a container.
    case clip
    /// A picture that moves by itself.
    case animation(AnimationFormat)
    case picture
    case pictures(NumberedPath)

    /// How pictures are compressed: a single one is the file that a snapshot of the frame is.
    package var compression: PNG.Compression {
      if case .pictures = self { .fast } else { .fastest }
    }
  }

  /// What the path's extension means.
  package var kind: Kind {
    if let format = AnimationFormat(path: path) { return .animation(format) }
    guard path.lowercased().hasSuffix(".png") else { return .clip }
    return NumberedPath(path).map { .pictures($0) } ?? .picture
  }

  /// The rate of a clip's frames; nil for its own, which stills always have.
  ///
  /// - Throws: `VideoError.badSettings` for one out of range.
  package func rate(of clip: ClipReader) throws(VideoError) -> FrameRate? {
    guard let framesPerSecond, !clip.isOfStills else { return nil }
    guard FrameRate.range.contains(framesPerSecond), let rate = FrameRate(framesPerSecond) else {
      throw .badSettings(
        reason: "--fps: found \(framesPerSecond), expected 1 to 240 frames a second of a clip")
    }
    return rate
  }

  /// How fast a clip is shown.
  ///
  /// - Throws: `VideoError.badSettings` for one out of range, and for a clip whose ticks are too short for it.
  package func playbackSpeed(of clip: ClipReader) throws(VideoError) -> PlaybackSpeed {
    guard let speed else { return .own }
    guard let found = PlaybackSpeed(speed) else {
      throw .badSettings(reason: "--speed: found \(speed), expected 0.25 to 8 times the clip's")
    }
    guard found.takes(clip.info.timeBase) else {
      throw .badSettings(
        reason:
          "--speed: found \(speed) for a clip whose times are in units of \(clip.info.timeBase) s,"
          + " expected a unit of a billionth of a second or more in the output; give a slower speed"
      )
    }
    return found
  }

  /// Said of slow motion, in which no frame is shown twice.
  package func slowMotionNote(
    of clip: ClipReader, at rate: FrameRate?, speed: PlaybackSpeed
  ) -> String? {
    guard rate == nil, speed.value < 1, let own = clip.info.averageFrameRate,
      clip.info.frameCount != 1
    else { return nil }
    let shown = Shown.number((own.value * speed.value * 1000).rounded() / 1000)
    return "slow motion has \(shown) frames a second, as no frame is repeated; give a rate for more"
  }

  /// Whether the path names a container that can be written; checked before any work.
  package func checkContainer() throws(VideoError) {
    let container = try OutputContainer(path: path)
    if let codec { try container.check(codec) }
  }
}
