public import Compositing
public import Drawing
public import Frames
public import Problems
public import TrackingFiles

/// Why the sample recording could not be made.
public enum SampleRecordingError: Error, Hashable, Sendable {
  /// A frame could not be drawn.
  case drawing(DrawingError)
  /// The picture of a card could not be drawn.
  case compositing(CompositingError)
  /// The clip could not be written.
  case video(VideoError)
  /// The tracking file could not be written.
  case tracking(TrackingWriteError)
  /// There is a recording in the folder already.
  case recordingExists(path: String)
  /// A file could not be written: its path, and why.
  case cannotWrite(path: String, reason: String)
}

extension SampleRecordingError: CustomStringConvertible {
  /// One line that says what failed.
  public var description: String {
    switch self {
    case .drawing(let error): error.description
    case .compositing(let error): error.description
    case .video(let error): error.description
    case .tracking(let error): error.description
    case .recordingExists(let path): "\(path) is there already; remove it or allow overwriting"
    case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
    }
  }
}

extension SampleRecordingError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .drawing(let error): error.problemCode
    case .compositing(let error): error.problemCode
    case .video(let error): error.problemCode
    case .recordingExists: .outputExists
    case .tracking, .cannotWrite: .cannotWrite
    }
  }
}
