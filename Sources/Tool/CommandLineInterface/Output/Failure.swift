import Frames
import Problems

/// What the process says and how it ends where something went wrong.
enum Failure {
  /// The error in one line, and the option that may help.
  static func line(of error: any Error) -> String {
    let line = SystemReason.line(of: error).split(whereSeparator: \.isNewline).joined(
      separator: " ")
    let isDamagedStill = (error as? VideoError)?.isDamagedStill ?? false
    return isDamagedStill ? line + "; --allow-damaged keeps what is left of it" : line
  }

  /// The error's exit code, by the one table; an error that has no code is a fault of the program.
  static func exitCode(of error: any Error) -> ExitCode {
    ((error as? any ProblemReporting)?.problemCode ?? .internal).exitCode
  }
}
