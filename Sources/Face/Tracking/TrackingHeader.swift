public import Geometry

/// What a tracking file says once, about all of its samples.
public struct TrackingHeader: Hashable, Sendable {
  /// The picture that the tracker was given, in pixels.
  public var size: PixelSize<TrackerSpace>

  /// The clockwise turn that makes the tracker's picture upright.
  public var rotation: QuarterTurn

  /// Whether the tracker's picture was flipped left to right against the scene.
  public var mirrored: Bool

  /// What to add to a sample's time to get the video's presentation time, in milliseconds.
  public var timeOffsetMs: Double

  /// Makes a header; all but the size have the defaults of the tracking format.
  public init(
    size: PixelSize<TrackerSpace>, rotation: QuarterTurn = .none, mirrored: Bool = false,
    timeOffsetMs: Double = 0
  ) {
    self.size = size
    self.rotation = rotation
    self.mirrored = mirrored
    self.timeOffsetMs = timeOffsetMs
  }
}
