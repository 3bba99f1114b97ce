internal import Foundation
public import Isolation
public import Problems
internal import Store

/// What a clip may ask for before any work is promised.
public struct ClipLimits: Hashable, Sendable {
  /// The pixels of a frame: 1 to 67,108,864; 8,912,896 (4096 x 2176).
  public var maximumPixels = 8_912_896
  /// The frames: 1 to 10,000,000; 36,000.
  public var maximumFrames = 36_000
  /// The length that the container states, in seconds: 0.001 to 1,000,000; 600.
  public var maximumSeconds = 600.0
  /// The faces of a tracking sample: 1 to 64; 64.
  public var maximumFaces = 64

  /// Makes the default limits.
  public init() {}
}

/// What a look into a recording gives: what `avatar-overlay isolated -- probe` prints.
public struct RecordingEstimate: Hashable, Sendable, Codable {
  /// The upright picture, in pixels.
  public var width: Int
  /// The upright picture, in pixels.
  public var height: Int
  /// The frames, counted.
  public var frames: Int
  /// The length in seconds, as the container states it.
  public var seconds: Double?
  /// Frames a second on average.
  public var fps: Double?
  /// The codec, by FFmpeg's name.
  public var codec: String
  /// The tracking file's format.
  public var trackingFormat: String?
  /// The picture that the tracker saw.
  public var trackingSize: String?
  /// The samples of the tracking file.
  public var trackingSamples: Int?
  /// The faces of the sample that has the most.
  public var mostFaces: Int?
  /// The processor time that rendering may take, in seconds.
  public var estimatedCPUSeconds: Double
  /// The memory that rendering may take, in bytes.
  public var estimatedMemoryBytes: UInt64
}

/// Why a recording is not accepted: a code of the table of problems, and a line for people.
public struct PreflightRefusal: ProblemReporting, Hashable, Sendable, CustomStringConvertible {
  /// The code.
  public var code: JobFailureCode
  /// One line.
  public var detail: String
  /// The problem.
  public var problemCode: ProblemCode { code.problemCode }
  /// One line.
  public var description: String { detail }
}

extension JobRunner {
  /// Looks into a recording that was sent, in a process of its own with small limits, before a job
  /// is made of it.
  ///
  /// The calling thread waits for it.
  ///
  /// - Parameters:
  ///   - folder: as `JobFolders.beginUpload` gives it, with its files.
  ///   - cancellation: ends the look early; it is refused as `interrupted` then.
  public func preflight(
    _ request: JobRequest, in folder: JobFolder, limits: ClipLimits = ClipLimits(),
    cancellation: WorkerCancellation = WorkerCancellation()
  ) throws(PreflightRefusal) -> RecordingEstimate {
    if let fault = request.fault {
      throw PreflightRefusal(code: .unfitOutput, detail: fault)
    }
    let arguments = WorkerArguments(request: request, settings: settings, folder: folder)
    let command = arguments.command(
      arguments.probe(), limits: settings.preflightLimits, writes: false)
    let report: WorkerReport
    do {
      report = try WorkerProcess.run(command, cancellation: cancellation)
    } catch {
      throw PreflightRefusal(code: .internal, detail: "\(error)")
    }
    if report.outcome == .cancelled {
      throw PreflightRefusal(code: .interrupted, detail: "the client is gone")
    }
    if let failure = JobFailureCode.failure(
      of: report.outcome, limits: settings.preflightLimits, tracking: arguments.tracking)
    {
      throw Self.refusal(failure)
    }
    guard
      let estimate = try? JSONDecoder().decode(
        RecordingEstimate.self, from: Data(report.output))
    else { throw PreflightRefusal(code: .internal, detail: "the look gave no answer") }
    try Self.check(estimate, limits, settings.limits)
    return estimate
  }

  private static func refusal(
    _ failure: JobRecord.Failure
  ) -> PreflightRefusal {
    // A recording at whose first frame the worker dies is a bad one, whatever it is that is wrong.
    let code = JobFailureCode(rawValue: failure.code) ?? .internal
    let detail = failure.detail.replacingOccurrences(of: "error: ", with: "")
      .replacingOccurrences(of: "\(JobFolder.recording)/", with: "")
    return PreflightRefusal(code: code == .workerCrashed ? .badRecording : code, detail: detail)
  }

  private static func check(
    _ found: RecordingEstimate, _ limits: ClipLimits, _ worker: WorkerLimits
  ) throws(PreflightRefusal) {
    func check<Value: Comparable>(
      _ code: JobFailureCode, _ what: String, _ value: Value, _ limit: Value
    ) throws(PreflightRefusal) {
      guard value > limit else { return }
      throw PreflightRefusal(
        code: code,
        detail: "the recording has \(value) \(what), more than the \(limit) allowed")
    }
    try check(
      .recordingTooLarge, "pixels a frame", found.width * found.height, limits.maximumPixels)
    try check(.recordingTooLong, "frames", found.frames, limits.maximumFrames)
    try check(.recordingTooLong, "seconds", found.seconds ?? 0, limits.maximumSeconds)
    try check(
      .tooManyFaces, "faces in a sample", found.mostFaces ?? 0, limits.maximumFaces)
    try check(
      .recordingTooLong, "seconds of estimated work", found.estimatedCPUSeconds.rounded(),
      Double(worker.cpuSeconds))
    try check(
      .recordingTooLarge, "bytes of estimated memory", found.estimatedMemoryBytes,
      worker.memoryBytes)
  }

  /// Asks the worker which walls stand around it on this machine.
  ///
  /// - Throws: `IsolationError`.
  public func isolationInForce() throws -> IsolationReport {
    let arguments = ["isolated", "--memory-mb=64", "--cpu-seconds=10"]
    let command = WorkerCommand(
      executable: settings.executable, arguments: arguments, folder: "/", wallSeconds: 10)
    let report = try WorkerProcess.run(command)
    return try JSONDecoder().decode(IsolationReport.self, from: Data(report.output))
  }
}
