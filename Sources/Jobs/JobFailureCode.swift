internal import Isolation
internal import Store

/// Why a job failed, as a stable word: these are codes of the service's table of problems, and they
/// are written down here only.
public enum JobFailureCode: String, Hashable, Sendable, Codable, CaseIterable {
  /// The recording is damaged, of a format that is not read, or not what it says.
  case badRecording = "bad_recording"
  /// The tracking file is damaged or not what it says.
  case badTracking = "bad_tracking"
  /// The tracking file is over a limit of its format.
  case trackingTooLarge = "tracking_too_large"
  /// A sample of the tracking file has more faces than allowed.
  case tooManyFaces = "too_many_faces"
  /// The recording's frames have more pixels than allowed.
  case recordingTooLarge = "recording_too_large"
  /// The recording has more frames or seconds than allowed.
  case recordingTooLong = "recording_too_long"
  /// What was asked contradicts itself or the recording.
  case invalidRequest = "invalid_request"
  /// The recording, or the result, is larger than allowed.
  case overLimit = "over_limit"
  /// The worker died, as often as a job may be tried.
  case workerCrashed = "worker_crashed"
  /// The worker needed more memory than a job may have.
  case outOfMemory = "out_of_memory"
  /// The worker took more time, by the clock or of the processor, than a job may take.
  case timeLimit = "time_limit"
  /// There is no room for the result.
  case diskFull = "disk_full"
  /// A fault of the service itself.
  case `internal` = "internal"

  /// A failure with this code.
  func failure(_ detail: String) -> JobRecord.Failure {
    JobRecord.Failure(code: rawValue, detail: detail)
  }

  /// What the exit code of a worker that failed means.
  ///
  /// - Parameter line: its last word, which tells a full disk from others of its code.
  init(exitCode: Int32, line: String) {
    self =
      switch exitCode {
      case 64: .invalidRequest
      case 65, 66: .badRecording
      case 73 where Self.tellsOfAFullDisk(line): .diskFull
      case 75: .overLimit
      default: .internal
      }
  }

  /// Whether a worker's last word is that the disk is full.
  package static func tellsOfAFullDisk(_ line: String) -> Bool {
    signsOfAFullDisk.contains(where: line.contains)
  }

  private static let signsOfAFullDisk = ["no space left", "No space left", "disk is full"]
}

extension JobFailureCode {
  /// What became of a worker, as a failure; nil where it finished or was cancelled.
  static func failure(
    of outcome: WorkerReport.Outcome, limits: WorkerLimits
  ) -> JobRecord.Failure? {
    switch outcome {
    case .finished, .cancelled: nil
    case .failed(let code, let line):
      Self(exitCode: code, line: line).failure(line.isEmpty ? "exit code \(code)" : line)
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
