/// How far a job has come.
public struct RenderProgress: Sendable {
  /// Frames done.
  public var frame: Int
  /// Frames there will be, if the clip says so.
  public var frameCount: Int?
  /// The output's presentation time so far, in milliseconds.
  public var outTimeMs: Double
  /// Frames a second of wall time, so far.
  public var fps: Double
  /// Seconds of output a second of wall time.
  public var speed: Double
  /// Whether the job is done.
  public var isFinished: Bool
}
