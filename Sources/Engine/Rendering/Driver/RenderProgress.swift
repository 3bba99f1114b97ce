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
  /// Frames done in which the avatar of at least one face was drawn; nil where no avatar has layers.
  public var facesDrawnFrames: Int?
  /// Whether the next frame waits until hands in front are known from the frames around it.
  public var isLookingAtHands = false
}

/// Measures how fast frames are done.
public struct ProgressMeter: Sendable {
  private let expectedFrames: Int?
  private let start = ContinuousClock.now

  /// Starts the clock.
  public init(expectedFrames: Int?) {
    self.expectedFrames = expectedFrames
  }

  /// How far a job is that has done so many frames, up to a presentation time in milliseconds.
  public func progress(_ frames: Int, outTimeMs: Double, isFinished: Bool) -> RenderProgress {
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    return RenderProgress(
      // A container may state the length of one of several parts.
      frame: frames, frameCount: expectedFrames.map { max($0, frames) }, outTimeMs: outTimeMs,
      fps: elapsed > 0 ? Double(frames) / elapsed : 0,
      speed: elapsed > 0 ? outTimeMs / 1000 / elapsed : 0, isFinished: isFinished)
  }
}
