public import Store

/// What listeners of a job hear.
public struct JobEvent: Hashable, Sendable {
  /// Where the job stands.
  public var state: JobRecord.State
  /// Frames done.
  public var frame: Int
  /// Frames there will be, where that is known.
  public var frameCount: Int?
  /// Frames a second; 0 where nothing is rendered.
  public var fps: Double
  /// Why it failed.
  public var failure: JobRecord.Failure?

  /// Makes the event that tells how a job stands.
  public init(_ job: JobRecord) {
    (state, frame, frameCount) = (job.state, job.frame, job.frameCount)
    (fps, failure) = (0, job.failure)
  }

  init(_ progress: WorkerProgress) {
    (state, frame, frameCount) = (.rendering, progress.frame, progress.frameCount)
    (fps, failure) = (progress.fps, nil)
  }
}

/// A line of progress that a worker writes.
struct WorkerProgress: Hashable, Decodable {
  var frame: Int
  var frameCount: Int?
  var fps: Double
}
