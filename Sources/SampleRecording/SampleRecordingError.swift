/// Why the sample recording could not be made.
public enum SampleRecordingError: Error, Hashable, Sendable {
  /// Cairo refused to make something, named here.
  case drawing(String)
  /// A file could not be written: its path, and why.
  case cannotWrite(path: String, reason: String)
}

extension SampleRecordingError: CustomStringConvertible {
  /// One line that says what failed.
  public var description: String {
    switch self {
    case .drawing(let what): "Cairo cannot make a \(what); is there enough memory?"
    case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
    }
  }
}
