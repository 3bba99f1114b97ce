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

  /// Whether the tracker filtered the samples over time already; nil where the file does not say.
  public var isSmoothed: Bool?

  /// The SHA-256 of the clip that was tracked, in hexadecimal digits; nil where the file does not say.
  public var clipSHA256: String?

  /// The vertical field of view of the camera that saw the cards, in degrees; nil where the file does not say.
  ///
  /// Faces have `intrinsics`, or the field of view that MediaPipe assumes, whatever this is.
  public var verticalFieldOfViewDegrees: Double?

  /// The projection that the camera's faces were seen with; nil where the file does not say, so that it is the
  /// one that MediaPipe assumes.
  public var intrinsics: CameraIntrinsics?

  /// The camera before which faces are posed; a sample's faces may have one of their own.
  public var camera: PerspectiveCamera { PerspectiveCamera(size: size, intrinsics: intrinsics) }

  /// Makes a header; all but the size have the defaults of the tracking format.
  public init(
    size: PixelSize<TrackerSpace>, rotation: QuarterTurn = .none, mirrored: Bool = false,
    timeOffsetMs: Double = 0, isSmoothed: Bool? = nil, clipSHA256: String? = nil
  ) {
    (self.size, self.rotation, self.mirrored) = (size, rotation, mirrored)
    (self.timeOffsetMs, self.isSmoothed, self.clipSHA256) = (timeOffsetMs, isSmoothed, clipSHA256)
  }
}
