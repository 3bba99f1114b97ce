internal import Foundation
internal import Isolation
internal import Jobs
internal import Problems

/// A verb of this program on a stranger's recording, in a process that has closed itself in.
struct IsolatedVerb {
  /// The verb and its arguments.
  var arguments: [String]
  /// What it may read.
  var readable: [String]
  /// Where it may write.
  var writable: [String] = []
  /// The folder that it runs in.
  var folder: String
  /// Seconds by the clock.
  var seconds: Double
  /// Bytes of the longest file that it may write.
  var fileBytes = 0

  /// Runs it; gives its standard output.
  ///
  /// - Throws: `ServiceProblem` for whatever keeps it from its end.
  func run(
    _ settings: ServiceSettings, memoryBytes: Int, cancellation: WorkerCancellation
  ) throws -> [UInt8] {
    var limits = IsolationLimits()
    limits.memoryBytes = UInt64(memoryBytes)
    limits.cpuSeconds = UInt64(max(1, (seconds * 4).rounded(.up)))
    limits.fileBytes = UInt64(fileBytes)
    limits.readable = readable
    limits.writable = writable
    limits.parent = ProcessInfo.processInfo.processIdentifier
    let command = WorkerCommand(
      executable: WorkerProcess.ownExecutable, arguments: arguments, folder: folder,
      wallSeconds: seconds
    ).isolated(limits, requiresAll: settings.isolation == .required)
    let report: WorkerReport
    do {
      report = try WorkerProcess.run(command, cancellation: cancellation)
    } catch {
      throw ServiceProblem(.internal, "the worker could not be started")
    }
    switch report.outcome {
    case .finished: return report.output
    case .failed(let exitCode, let line): throw failure(exitCode, line)
    case .crashed(let signal):
      throw ServiceProblem(
        .workerCrashed, "the worker ended by signal \(signal); the recording may be damaged")
    case .memory:
      throw ServiceProblem(
        .outOfMemory, "it takes more than the \(memoryBytes >> 20) MiB of memory allowed")
    case .cpuTime, .timedOut:
      throw ServiceProblem(.timeLimit, "it takes more than the \(Int(seconds)) s allowed")
    case .cancelled: throw ServiceProblem(.interrupted, "the client is gone")
    }
  }

  /// What a verb says before it ends with an exit code, as a problem.
  private func failure(_ exitCode: Int32, _ line: String) -> ServiceProblem {
    let words = line.hasPrefix("error: ") ? String(line.dropFirst(7)) : line
    if exitCode == ExitCodes.interrupted { return ServiceProblem(.interrupted, words) }
    let tracking =
      arguments.firstIndex(of: "--tracking").map { arguments[$0 + 1] }
      ?? arguments.first { $0.hasPrefix("--tracking=") }.map { String($0.dropFirst(11)) }
    let code = JobFailureCode(exitCode: exitCode, line: line, tracking: tracking)
    return ServiceProblem(code.problemCode, words)
  }

  /// How a verb ends that a signal stopped.
  private enum ExitCodes { static let interrupted: Int32 = 130 }
}
