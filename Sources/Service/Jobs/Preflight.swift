internal import Foundation
public import Isolation
internal import Problems
public import Recordings
import Rendering

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
    _ request: JobRequest, in folder: UploadFolder, limits: ClipLimits = ClipLimits(),
    cancellation: Cancellation = Cancellation()
  ) throws(WorkerFailure) -> RecordingProbe {
    if let fault = request.fault { throw WorkerFailure(.unfitOutput, fault) }
    let command = WorkerTask(
      request: request, settings: settings, recording: folder.recording
    ).probe()
    let report: WorkerReport
    do {
      report = try WorkerProcess.run(command, cancellation: cancellation)
    } catch {
      throw WorkerFailure(.internal, SystemReason.line(of: error))
    }
    if var failure = report.failure(of: command) {
      // A recording at whose first frame the worker dies is a bad one, whatever it is that is wrong.
      if case .crashed = report.outcome { failure.problemCode = .badRecording }
      throw failure
    }
    guard var found = try? JSONDecoder().decode(RecordingProbe.self, from: Data(report.output))
    else { throw WorkerFailure(.internal, "the worker did not say what is in the recording") }
    if request.isTrackedAutomatically { found.addTracking() }
    try Self.check(found, limits, settings.limits)
    return found
  }

  private static func check(
    _ found: RecordingProbe, _ limits: ClipLimits, _ worker: WorkerLimits
  ) throws(WorkerFailure) {
    func check<Value: Comparable>(
      _ code: ProblemCode, _ what: String, _ value: Value, _ limit: Value
    ) throws(WorkerFailure) {
      guard value > limit else { return }
      throw WorkerFailure(
        code, "the recording has \(value) \(what), more than the \(limit) allowed",
        place: code.place)
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

  /// Asks the worker which sandbox mechanisms are in force on this machine.
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
