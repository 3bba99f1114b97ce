public import Store

/// An event that listeners of a job get.
public struct JobEvent: Hashable, Sendable {
  /// The state of the job.
  public var state: JobRecord.State
  /// Frames tracked, where the recording is tracked before it is rendered.
  public var trackedFrames: Int
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
    (trackedFrames, fps, failure) = (job.trackedFrames, 0, job.failure)
  }

  init(_ progress: AttemptProgress) {
    (state, trackedFrames) = (.rendering, progress.trackedFrames)
    (frame, frameCount) = (progress.frame, progress.frameCount)
    (fps, failure) = (progress.fps, nil)
  }
}

/// A line of progress that a worker writes.
struct WorkerProgress: Hashable, Decodable {
  /// What is done to the frames that are counted, where it is not rendering.
  enum Phase: String, Decodable {
    case tracking
    /// The next frame waits for what hands cover of it.
    case hands
  }

  var phase: Phase?
  var frame: Int
  var frameCount: Int?
  var fps: Double
  var facesDrawnFrames: Int?
  /// How long the output is by now, in milliseconds.
  var outTimeMs: Double?

  private enum CodingKeys: String, CodingKey {
    case phase, frame, frameCount, fps, facesDrawnFrames
    case outTimeMs = "out_time_ms"
  }
}

/// How far an attempt has come by all that its worker wrote.
struct AttemptProgress: Hashable {
  private(set) var trackedFrames = 0
  private(set) var frame = 0
  private(set) var frameCount: Int?
  private(set) var fps = 0.0
  /// How long the output is by now, in milliseconds.
  private(set) var outTimeMs = 0.0
  /// Frames in which the avatar of at least one face was drawn; nil where the job has no avatars.
  private(set) var facesDrawnFrames: Int?

  /// Takes the next line; no figure falls.
  mutating func add(_ line: WorkerProgress) {
    fps = line.fps
    if line.phase == .tracking {
      trackedFrames = max(trackedFrames, line.frame)
    } else {
      frame = max(frame, line.frame)
      frameCount = line.frameCount ?? frameCount
      facesDrawnFrames = line.facesDrawnFrames
      outTimeMs = max(outTimeMs, line.outTimeMs ?? 0)
    }
  }
}
