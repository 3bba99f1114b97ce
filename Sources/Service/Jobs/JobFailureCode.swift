internal import Isolation
public import Problems
internal import Store

/// Why a worker did not do what it should, as a stable word: each is a code of the service's table of
/// problems, with the same meaning for a job that failed and for a request that is refused.
public enum JobFailureCode: String, Hashable, Sendable, Codable, CaseIterable {
  /// The recording is damaged, of a format that is not read, or not what it says.
  case badRecording = "bad_recording"
  /// The recording has more frames or seconds than allowed, or would take too long.
  case recordingTooLong = "recording_too_long"
  /// The recording, or the result, has more pixels than allowed.
  case recordingTooLarge = "recording_too_large"
  /// The tracking is damaged, or not what it says.
  case badTracking = "bad_tracking"
  /// The tracking is over a limit.
  case trackingTooLarge = "tracking_too_large"
  /// A sample of the tracking has more faces than allowed.
  case tooManyFaces = "too_many_faces"
  /// The part that was asked for has no frame.
  case noSuchFrame = "no_such_frame"
  /// What was asked contradicts itself or the recording.
  case unfitOutput = "unfit_output"
  /// The result is a longer file than allowed.
  case outputTooLarge = "output_too_large"
  /// The worker died, as often as a job may be tried.
  case workerCrashed = "worker_crashed"
  /// The worker needed more memory than a job may have.
  case outOfMemory = "out_of_memory"
  /// The worker took more time, by the clock or of the processor, than a job may take.
  case timeLimit = "time_limit"
  /// Nobody waits for the result any more.
  case interrupted = "interrupted"
  /// There is no room for the result.
  case diskFull = "disk_full"
  /// A fault of the service itself.
  case `internal` = "internal"

  /// The same in the one table.
  public var problemCode: ProblemCode { ProblemCode(rawValue: rawValue) ?? .internal }

  /// A failure with this code.
  func failure(_ detail: String) -> JobRecord.Failure {
    JobRecord.Failure(code: rawValue, detail: detail)
  }

  /// What the exit code of a worker that failed means.
  ///
  /// - Parameters:
  ///   - line: its last word, with or without `error: `, which tells causes of one exit code apart.
  ///   - tracking: the tracking file as the worker knew it, by which a fault in it begins.
  public init(exitCode: Int32, line: String, tracking: String?) {
    let words = line.hasPrefix("error: ") ? line.dropFirst("error: ".count) : line[...]
    let isOfTracking = tracking.map { words.hasPrefix($0) } ?? false
    self =
      switch exitCode {
      case 64: .unfitOutput
      case 65, 66: isOfTracking ? .badTracking : Self.fault(inRecording: words)
      case 73 where words.contains("File too large"): .outputTooLarge
      case 73 where Self.signsOfAFullDisk.contains(where: words.contains): .diskFull
      case 75: isOfTracking ? .trackingTooLarge : Self.limit(words)
      default: .internal
      }
  }

  private static func fault(inRecording words: Substring) -> Self {
    words.contains("no frame") ? .noSuchFrame : .badRecording
  }

  /// A card's text that is too long is a matter of the options, not of the recording.
  private static func limit(_ words: Substring) -> Self {
    words.hasPrefix("the card's ") ? .unfitOutput : .recordingTooLarge
  }

  private static let signsOfAFullDisk = ["no space left", "No space left", "disk is full"]
}

extension JobFailureCode {
  /// What became of a worker, as a failure; nil where it finished or was cancelled.
  static func failure(
    of outcome: WorkerReport.Outcome, limits: WorkerLimits, tracking: String?
  ) -> JobRecord.Failure? {
    switch outcome {
    case .finished, .cancelled: nil
    case .failed(let code, let line):
      Self(exitCode: code, line: line, tracking: tracking)
        .failure(line.isEmpty ? "exit code \(code)" : line)
    case .crashed(let signal):
      workerCrashed.failure("the worker was ended by signal \(signal)")
    case .memory:
      outOfMemory.failure(
        "more than \(limits.memoryBytes >> 20) MB of memory are needed, the most a job may have")
    case .cpuTime:
      timeLimit.failure(
        "more than \(limits.cpuSeconds) s of processor time are needed, the most a job may take")
    case .timedOut:
      timeLimit.failure("it took longer than \(limits.wallSeconds) s, the most a job may take")
    }
  }
}
