/// What the process tells its caller; the numbers are those of sysexits.h where it has one.
public enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
  case done = 0
  /// A comparison failed, or a threshold was crossed.
  case failed = 1
  /// Sizes or counts do not match.
  case mismatch = 2
  /// The command line cannot be understood.
  case usage = 64
  /// The input's data are bad.
  case dataError = 65
  case inputNotFound = 66
  /// Something that the verb needs is not installed.
  case notInstalled = 69
  /// A fault of the program itself.
  case internalError = 70
  /// The output cannot be written.
  case cannotWrite = 73
  /// A store or service cannot be reached now.
  case unavailable = 74
  /// A limit is exceeded.
  case overLimit = 75
  /// The user pressed Ctrl-C, or a program asked the process to end.
  case interrupted = 130

  /// What it means, in words that follow the number.
  public var meaning: String {
    switch self {
    case .done: "done"
    case .failed: "a comparison or threshold failed"
    case .mismatch: "sizes or counts do not match"
    case .usage: "usage: the command itself is wrong"
    case .dataError: "bad input data"
    case .inputNotFound: "input not found"
    case .notInstalled: "something that the verb needs is not installed"
    case .internalError: "internal"
    case .cannotWrite: "cannot write"
    case .unavailable: "a store or service cannot be reached now, try again"
    case .overLimit: "over a limit"
    case .interrupted: "interrupted"
    }
  }
}
