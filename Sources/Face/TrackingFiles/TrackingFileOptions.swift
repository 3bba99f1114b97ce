public import Geometry

/// How a tracking file is read.
public struct TrackingFileOptions: Hashable, Sendable {
  /// The size of the tracker's picture; overrides the file's.
  public var size: PixelSize<TrackerSpace>?
  /// The turn that makes the tracker's picture upright; overrides the file's.
  public var rotation: QuarterTurn?
  /// Whether the tracker's picture was mirrored; overrides the file's.
  public var mirrored: Bool?
  /// The size for a file that does not say it (dumps of MediaPipe's results): the video's.
  public var fallbackSize: PixelSize<TrackerSpace>?
  /// Whether a bad sample is left out, counted and remembered; otherwise `TrackingReader.next()` throws
  /// its fault.
  public var skipsBadSamples: Bool

  /// Makes options; nil means what the file says, or its format's default.
  public init(
    size: PixelSize<TrackerSpace>? = nil, rotation: QuarterTurn? = nil, mirrored: Bool? = nil,
    fallbackSize: PixelSize<TrackerSpace>? = nil, skipsBadSamples: Bool = false
  ) {
    self.size = size
    self.rotation = rotation
    self.mirrored = mirrored
    self.fallbackSize = fallbackSize
    self.skipsBadSamples = skipsBadSamples
  }
}

/// The formats that are read.
public enum TrackingDialect: String, Sendable {
  /// The project's own, `avatar-tracking/1`.
  case own = "avatar-tracking/1"
  /// Results of MediaPipe Tasks for the web.
  case web = "MediaPipe web"
  /// Results of MediaPipe Tasks for Python.
  case python = "MediaPipe Python"
  /// Results of MediaPipe Tasks for iOS.
  case ios = "MediaPipe iOS"
}
