public import Geometry

/// How a tracking file is read.
public struct TrackingFileOptions: Hashable, Sendable {
  /// The size of the tracker's picture; overrides the file's.
  public var size: PixelSize<TrackerSpace>?
  /// The turn that makes the tracker's picture upright; overrides the file's.
  public var rotation: QuarterTurn?
  /// Whether the tracker's picture was mirrored; overrides the file's.
  public var mirrored: Bool?
  /// What its times count; overrides the file's.
  public var timeUnit: TimeUnit?
  /// What is added to its times; overrides the file's.
  public var timeOffset: TimeOffset?
  /// What its landmarks and corners count; overrides the file's.
  public var coordinates: Coordinates?
  /// What the translations of its face matrices count; overrides the format's.
  public var matrixUnit: MatrixUnit?
  /// A file of Live Link Face whose coefficients are laid over the faces; nil for those of the tracking.
  public var blendshapesFile: String?
  /// When its first row was taken, in milliseconds of the clip; nil for its begin.
  public var blendshapesOffsetMs: Double?
  /// The size for a file that does not say it (dumps of MediaPipe's results): the video's.
  public var fallbackSize: PixelSize<TrackerSpace>?
  /// When the clip's frames are shown: for times that count frames, and to put the first sample on the
  /// first frame; nil where there is no clip, whose first frame is then taken to be at 0.
  public var clipTimes: ClipTimes?
  /// Whether a bad sample is left out, counted and remembered; otherwise `TrackingReader.next()` throws
  /// its fault.
  public var skipsBadSamples: Bool
  /// Whether the file is believed without being held against the clip's pictures.
  public var isTrusted = false

  /// Makes options; nil means what the file says, or its format's default.
  public init(
    size: PixelSize<TrackerSpace>? = nil, rotation: QuarterTurn? = nil, mirrored: Bool? = nil,
    timeUnit: TimeUnit? = nil, timeOffset: TimeOffset? = nil, coordinates: Coordinates? = nil,
    fallbackSize: PixelSize<TrackerSpace>? = nil, clipTimes: ClipTimes? = nil,
    skipsBadSamples: Bool = false
  ) {
    (self.size, self.rotation) = (size, rotation)
    (self.mirrored, self.timeUnit) = (mirrored, timeUnit)
    (self.timeOffset, self.coordinates) = (timeOffset, coordinates)
    (self.fallbackSize, self.clipTimes) = (fallbackSize, clipTimes)
    self.skipsBadSamples = skipsBadSamples
  }
}

/// The formats that are read.
public enum TrackingDialect: String, Sendable {
  /// The project's own, `avatar-tracking/1`.
  case own = "avatar-tracking/1"
  /// Frames of ARKit with its face anchors.
  case arkit = "ARKit"
  /// Results of MediaPipe Tasks for the web.
  case web = "MediaPipe web"
  /// Results of MediaPipe Tasks for Python.
  case python = "MediaPipe Python"
  /// Results of MediaPipe Tasks for iOS.
  case ios = "MediaPipe iOS"
  /// Results of MediaPipe Solutions, the API before Tasks, for the web and Python, and holistic ones of
  /// both.
  case solutions = "MediaPipe Solutions"
}
