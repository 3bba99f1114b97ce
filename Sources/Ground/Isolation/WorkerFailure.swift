public import Problems

/// Why a worker has no result, by the one table of problems.
public struct WorkerFailure: ProblemReporting, Hashable, Sendable, CustomStringConvertible {
  /// The problem.
  public var problemCode: ProblemCode
  /// The line for people.
  public var description: String
  /// What is at fault, where the worker said so.
  public var problemPlace: ProblemPlace?

  /// Makes a failure.
  public init(_ code: ProblemCode, _ description: String, place: ProblemPlace? = nil) {
    (problemCode, self.description, problemPlace) = (code, description, place)
  }
}

extension WorkerReport {
  /// Why a command has no result; nil where it has one.
  ///
  /// A worker that ended by itself says why in its reply. What ended it otherwise (a signal, a limit)
  /// shows in how it ended, whatever it said.
  public func failure(of command: WorkerCommand) -> WorkerFailure? {
    switch outcome {
    case .finished: return nil
    case .failed:
      guard let reply, let code = reply.code else {
        return WorkerFailure(.internal, "the worker ended without an error message")
      }
      return WorkerFailure(code, reply.detail, place: reply.place)
    case .crashed(let signal):
      return WorkerFailure(
        .workerCrashed, "the worker was ended by signal \(signal); the recording may be damaged")
    case .memory:
      let allowed = (command.limits?.memoryBytes ?? 0) >> 20
      return WorkerFailure(.outOfMemory, "it needs more than the \(allowed) MB of memory allowed")
    case .cpuTime:
      let allowed = command.limits?.cpuSeconds ?? 0
      return WorkerFailure(
        .timeLimit, "it needs more than the \(allowed) s of processor time allowed")
    case .timedOut:
      return WorkerFailure(
        .timeLimit, "it took longer than the \(seconds(command.wallSeconds)) s allowed")
    case .cancelled: return WorkerFailure(.interrupted, "the result is no longer wanted")
    }
  }

  private func seconds(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
