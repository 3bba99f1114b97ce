import Problems

/// What the process says and how it ends where something went wrong.
enum Failure {
  /// The error in one line.
  static func line(of error: any Error) -> String {
    "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// The error's exit code, by the one table; what nobody expected is a fault of the program.
  static func exitCode(of error: any Error) -> ExitCode {
    ((error as? any ProblemReporting)?.problemCode ?? .internal).exitCode
  }
}
