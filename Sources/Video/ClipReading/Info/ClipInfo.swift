public import Frames
public import Geometry

/// What a clip is: read from the container and from its first decoded frame.
public struct ClipInfo: Sendable {
  /// A sound track.
  public struct SoundTrack: Hashable, Sendable {
    /// The stream's place in the container.
    public let streamIndex: Int
    /// The codec, by FFmpeg's name, or the container's code for one that is not known.
    public let codec: String
    /// The number of channels.
    public let channels: Int
    /// Samples a second.
    public let sampleRate: Int
    /// The language, as ISO 639-2, where stated.
    public let language: String?
  }

  /// The container's format, by FFmpeg's names.
  public let container: String
  /// The picture's codec, by FFmpeg's name.
  public let codec: String

  /// The picture as it is stored.
  public let storedWidth: Int
  /// The picture as it is stored.
  public let storedHeight: Int
  /// How the stored picture is to be shown.
  public let orientation: DisplayOrientation
  /// The size of the frames that are handed out: upright, in stored pixels.
  public let uprightSize: PixelSize<OutputSpace>
  /// The width of an upright pixel divided by its height.
  public let sampleAspectRatio: Rational
  /// The size of the upright picture in square pixels: the upright height, and the width times the
  /// pixel aspect.
  public let sceneSize: PixelSize<SceneSpace>

  /// FFmpeg's name of the decoder's pixel format.
  public let decodedPixelFormat: String
  /// The pixel format of the frames that are handed out.
  public let pixelFormat: String
  /// Whether the frames that are handed out have transparency.
  public let hasTransparency: Bool
  /// One line that says how pixels were converted; nil where they are the decoder's own.
  public let conversionNote: String?
  /// What the clip says about its colours, as handed out.
  public let colourTags: ColourTags
  /// What HDR10 says of the clip's light.
  package let lightMetadata: LightMetadata

  /// Seconds a tick.
  public let timeBase: Rational
  /// The tick that is 0 on the clip's timeline.
  ///
  /// Containers with a timeline of their own (MP4, MOV after its edit list, Matroska) start it at
  /// 0, and that is the time trackers report, also where the first frame comes later. Where the
  /// clock starts anywhere (MPEG-TS and PS), the earliest stream is 0, as players show it.
  public let timelineOrigin: Int64
  /// The first frame's presentation time, in ticks.
  public let startPts: Int64
  /// The length in seconds, where known.
  public let duration: Double?
  /// Where the clip ends on its timeline, in milliseconds, as far as the container tells.
  public let endMs: Double?
  /// Frames a second on average, where known and believable.
  public let averageFrameRate: Rational?
  /// The frames, where the container counts them.
  public let frameCount: Int?

  /// Which field of a frame comes first, where frames are handed out as two; nil otherwise.
  package let keptFields: FieldOrder?

  /// The sound tracks.
  public let soundTracks: [SoundTrack]
  /// Whether there is sound, subtitles, data or another picture beside the one that is shown.
  package let hasFurtherTracks: Bool
  /// What the container says about the clip: titles, dates, places, devices.
  public let metadata: [String: String]

  /// The tick that is next to a time on the clip's timeline, in milliseconds; that of 0 for one that is not believed.
  package func ticks(atMs timeMs: Double) -> Int64 {
    timelineOrigin &+ (Int64(exactly: (timeMs / 1000 / timeBase.value).rounded()) ?? 0)
  }

  /// A frame's presentation time on the clip's timeline, in milliseconds.
  public func milliseconds(atPts pts: Int64) -> Double {
    // A time that no container should state may wrap, but not trap.
    Double(pts &- timelineOrigin) * 1000 * Double(timeBase.numerator)
      / Double(timeBase.denominator)
  }
}
