public import Problems

/// Why a process could not be closed in or started.
public enum IsolationError: Error, Hashable, Sendable {
  /// The process that asked for the work is gone, so its result has no reader.
  case orphaned
  /// A required mechanism of the sandbox is missing.
  case incomplete(IsolationReport)
  /// A program could not be started.
  case cannotStart(path: String, reason: String)
}

extension IsolationError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .orphaned: "the process that asked for this work is gone; nothing was done"
    case .incomplete(let report):
      "the isolation is not complete (\(report)), and --require-all asks for all of it; use a kernel with"
        + " seccomp and Landlock (Linux 5.13 or later, lsm= with landlock)"
    case .cannotStart(let path, let reason): "\(path): cannot be started (\(reason))"
    }
  }
}

extension IsolationError: ProblemReporting {
  /// The machine's fault, and not that of what is worked on.
  public var problemCode: ProblemCode { .internal }
}
