/// What a clip may ask for before it is refused (`recording_too_large`).
public struct VideoLimits: Hashable, Sendable {
  /// The most pixels a stored picture may have.
  ///
  /// 8192 x 8192: twice an 8K frame. Checked before any picture memory is allocated.
  public var maximumPixels = 8192 * 8192

  /// The longest side of a picture, in pixels.
  public var maximumSide = 16384

  /// Which of the limits of a picture one of such sides is over, in words; the pixels where it is not known.
  ///
  /// - Parameter picture: its size, such as `16385 x 1` or `16385x1`.
  public func limit(of picture: String) -> String {
    let sides = picture.split(whereSeparator: { $0 == "x" || $0 == " " }).compactMap { Int($0) }
    guard let longest = sides.max(), longest > maximumSide else { return "\(maximumPixels) pixels" }
    return "\(maximumSide) pixels a side"
  }

  /// The most streams of a container; phones write up to about ten.
  public var maximumStreams = 100

  /// How often an edit list may play a track's samples: a file of some bytes can state millions of repetitions.
  public var maximumPlays = 100

  /// The highest frame rate that is believed, in frames per second.
  ///
  /// A container that states more is not refused: its rate counts as unknown, and only the
  /// frames' own timestamps are used.
  public var maximumFrameRate = 1000.0

  /// The latest time, in seconds from 0 of a clip's timeline, that a frame may be shown at: 100 years.
  ///
  /// In a container that counts nanoseconds, `Ticks.latest` comes first, after 36 years.
  /// Cameras and streams that count from 1970 stay below; what is beyond is damaged or made up.
  public var latestSeconds = 3_155_760_000.0

  /// The longest that one frame may be on show, in seconds, where a clip is given another rate.
  ///
  /// A file of some bytes can state years, and each second is that many frames.
  public var longestRepeat = 600.0

  /// The sample rates that sound may have to be converted, in samples a second.
  ///
  /// Below are no recordings; far above, a resampler's tables take gigabytes.
  public var soundRates = 4000...384_000

  /// The most channels that sound may have to be converted: those of 22.2 surround sound.
  public var maximumSoundChannels = 24

  /// The most samples of a channel in one packet of sound that is converted.
  public var maximumSoundFrame = 1 << 20

  /// The most silence that is filled into gaps of sound that is converted, in seconds a track.
  ///
  /// A file of some bytes can state gaps of years.
  public var maximumFilledSilence = 3600.0

  /// How often the pictures of a clip may change their size or turn.
  public var maximumSizeChanges = 10_000

  /// The most sizes that the pictures of a clip may have together.
  public var maximumSizes = 64

  /// The seconds of a year of 365.25 days.
  static let year = 31_557_600.0

  /// Makes the default limits.
  public init() {}
}
