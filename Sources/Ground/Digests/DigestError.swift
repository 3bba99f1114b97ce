/// Why there is no hash, no code or no random number.
public enum DigestError: Error, Hashable, Sendable {
  /// A file that is not regular, or cannot be read to its end.
  case unreadable(path: String)
  /// The library had no memory for a code.
  case noMemory
  /// The system gave no random numbers.
  case noRandomness
}

extension DigestError: CustomStringConvertible {
  /// What happened, in one line.
  public var description: String {
    switch self {
    case .unreadable(let path): "\(path): the file cannot be read"
    case .noMemory: "out of memory while signing a message; try again"
    case .noRandomness: "the system gives no random numbers; try again"
    }
  }
}
