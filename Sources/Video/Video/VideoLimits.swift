/// What a clip may ask for before it is refused (`recording_too_large`).
public struct VideoLimits: Hashable, Sendable {
  /// The most pixels a stored picture may have.
  ///
  /// 8192 x 8192: twice an 8K frame. Checked before any picture memory is allocated.
  public var maximumPixels = 8192 * 8192

  /// The longest side of a picture, in pixels.
  public var maximumSide = 16384

  /// The most streams of a container; phones write up to about ten.
  public var maximumStreams = 100

  /// The highest frame rate that is believed, in frames per second.
  ///
  /// A container that states more is not refused: its rate counts as unknown, and only the
  /// frames' own timestamps are used.
  public var maximumFrameRate = 1000.0

  /// Makes the default limits.
  public init() {}
}
