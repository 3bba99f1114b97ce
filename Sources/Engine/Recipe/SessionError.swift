public import Problems
public import Session
import Text

/// Why a session could not be replayed.
public enum SessionError: Error, Sendable {
  /// A session file or a kept state is not there, or cannot be read.
  case notFound(String, reason: String)
  /// A session file or a kept state has faults.
  case faulty(String, SessionFaults)
  /// The tracking holds more than a session takes.
  case unfit(String, SessionFault)
  /// A recording that was never tracked.
  case untracked(String)
  /// A session that asks for a clip's pictures, of a tracking file alone.
  case withoutPictures(String)
  /// A moment that is named by an event which did not happen, or not so often: the moment, the event, how often it
  /// happened, and what did happen.
  case noSuchEvent(String, event: String, count: Int, happened: String)
}

extension SessionError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .notFound(let path, let reason): "\(path): \(reason)"
    case .faulty(let path, let faults): "\(path):\(faults)"
    case .unfit(let path, let fault): "\(path): \(fault)"
    case .untracked(let path):
      "\(path): found no tracking file in the recording, expected one; name it with --tracking"
    case .withoutPictures(let path):
      "\(path): found tracking alone, expected a clip beside it: the session's teeth.signal is \"teethVisible\", which is read from pictures; replay it beside its clip, or set teeth.signal to \"auto\""
    case .noSuchEvent(let moment, let event, let count, let happened):
      "\(Shown.text(moment)): the session has \(count == 0 ? "no" : "only \(count) of the") event"
        + " \(Shown.text(event)); it has \(happened)"
    }
  }
}

extension SessionError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .notFound: .inputNotFound
    case .faulty(_, let faults): faults.faults.contains(where: \.isLimit) ? .overLimit : .badInput
    case .unfit: .trackingTooLarge
    case .untracked, .withoutPictures: .badRecording
    case .noSuchEvent: .noSuchFrame
    }
  }
}
