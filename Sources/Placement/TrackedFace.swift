public import Tracking

/// One face of one moment: who it is, what the tracker saw of it, and how much of it is left.
public struct TrackedFace: Sendable {
  /// The face's identity, the same as long as the face is followed.
  public var identity: Int
  /// What the tracker saw, in its own picture.
  public var sample: FaceSample
  /// 1 for a face that is there, falling to 0 while a face that was lost fades out.
  public var opacity: Double

  /// Makes a face.
  public init(identity: Int, sample: FaceSample, opacity: Double = 1) {
    self.identity = identity
    self.sample = sample
    self.opacity = opacity
  }
}
