public import ClipReading
public import Frames
public import Geometry

/// What is tracked, how often, and where the result goes.
public struct TrackSettings: Hashable, Sendable {
  /// The clip or picture, or numbered pictures such as `frames/%05d.png`.
  public var media: String
  /// Frames a second of numbered pictures.
  public var rate: FrameRate?
  /// What is said of the clip's pictures that it does not say itself.
  public var reading = PictureReading()
  /// The tracking file.
  public var output: String
  /// Whether a file that is there is replaced.
  public var overwrites = false
  /// The size that the tracker's picture fits into; nil for the clip's own.
  public var size: PixelSize<TrackerSpace>?
  /// Every how many frames one is tracked.
  public var every = 1
  /// Whether frames are left out that came while the tracker was busy, had it run live.
  public var dropsBusy = false
  /// Whether what an interrupted run left is gone on with.
  public var resumes = false
  /// Whether what a run leaves that is interrupted is kept.
  public var keepsPart = true
  /// Whether what is left of a damaged still will do.
  public var allowsDamagedStill = false

  /// Every how many frames one may be tracked.
  public static let everyRange = 1...1000

  /// Seconds that tracking may be limited to.
  public static let secondsRange = 0.1...250_000.0

  /// Makes settings with the defaults for all but what is tracked and where the result goes.
  public init(media: String, output: String) {
    (self.media, self.output) = (media, output)
  }
}
