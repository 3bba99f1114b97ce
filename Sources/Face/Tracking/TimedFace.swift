/// One face at one frame of the video.
public struct TimedFace: Sendable {
  /// Where the frame lies between the samples.
  public enum Source: String, Sendable {
    /// A sample lies within half a millisecond and is used as it is.
    case exact
    /// The samples before and after are joined.
    case interpolated
    /// The face was just lost and stays as it was.
    case held
    /// The face was lost and fades out.
    case fading
  }

  /// The identity; the same for the whole of the video.
  public var identity: Int
  /// The face at this time.
  public var face: FaceSample
  /// 1, or less where the face fades in or out; 0 only in the frame that shows a new face first.
  public var opacity: Double
  /// Where the frame lies between the samples.
  public var source: Source
  /// How far the clip's own motion moved it from where its samples have it, in scene pixels; nil where only they tell.
  public var stuckPx: Double?

  /// Makes a timed face.
  public init(identity: Int, face: FaceSample, opacity: Double, source: Source) {
    (self.identity, self.face, self.opacity, self.source) = (identity, face, opacity, source)
  }
}
