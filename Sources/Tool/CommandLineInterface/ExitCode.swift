/// What the process tells its caller; the numbers are those of sysexits.h where it has one.
public enum ExitCode: Int32, Sendable {
  /// Done.
  case done = 0
  /// A comparison failed, or a threshold was crossed.
  case failed = 1
  /// Sizes or counts do not match.
  case mismatch = 2
  /// The command line cannot be understood.
  case usage = 64
  /// The input's data are bad.
  case dataError = 65
  /// The input was not found.
  case inputNotFound = 66
  /// A fault of the program itself.
  case internalError = 70
  /// The output cannot be written.
  case cannotWrite = 73
  /// Something is over a limit.
  case overLimit = 75
  /// Somebody pressed Ctrl-C, or asked the process to end.
  case interrupted = 130
}
