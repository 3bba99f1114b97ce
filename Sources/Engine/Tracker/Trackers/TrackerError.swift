internal import Foundation
public import Problems

/// Why a tracker that was found gives no result.
public enum TrackerError: Error, Hashable, Sendable {
  /// The tracker's process was ended by a signal, or ended without saying why.
  case crashed(String)
  /// It gave no answer for so many seconds.
  case silent(seconds: Double)
  /// Tracking all of it took longer than so many seconds.
  case tooLong(seconds: Double)
  /// It answered what is no answer.
  case garbled
  /// What an earlier run left belongs to another clip, or to other options.
  case otherRun(path: String)
  /// What an earlier run left goes on after the clip's last frame.
  case beyondClip(path: String, lastMs: Double, clipMs: Double)
  /// The results of two trackers cannot be merged: they differ in what must be equal.
  case otherHeader(String, found: String, expected: String)
  /// The folder in which tracking is kept cannot be made, or not be written to.
  case cacheUnusable(path: String)
  /// The caller asked to stop; so many frames are kept.
  case interrupted(kept: String?, frames: Int)
}

extension TrackerError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .crashed(let how):
      "the tracker's process \(how); nothing was lost but its result; try again, or another"
        + " --track-size"
    case .silent(let seconds):
      "the tracker gave no answer for \(Int(seconds)) s, and was ended; try a smaller --track-size"
    case .tooLong(let seconds):
      "tracking took longer than the \(String(format: "%g", seconds)) s allowed; send a shorter"
        + " clip, or its tracking"
    case .garbled:
      "the tracker's process answered what is no answer; is another program under its name?"
    case .otherRun(let path):
      "\(path): what is kept there was tracked from another clip, with other options or models;"
        + " leave --resume out to begin anew"
    case .beyondClip(let path, let last, let clip):
      "\(path): its last sample is at \(String(format: "%g", last)) ms, after the clip's last frame at"
        + " \(String(format: "%g", clip)) ms; leave --resume out to begin anew"
    case .otherHeader(let name, let found, let expected):
      "the results of two trackers do not fit together: \(name): found \(found), expected \(expected);"
        + " track the same clip with the same size"
    case .cacheUnusable(let path):
      "--cache: \(path) cannot be made, or not be written to; name another folder"
    case .interrupted(let kept, let frames):
      kept.map {
        "interrupted; \(frames) frames are kept in \($0), and --resume goes on from there"
      } ?? "interrupted; nothing was written"
    }
  }
}

extension TrackerError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .crashed, .silent, .garbled: .internal
    case .tooLong: .timeLimit
    case .otherRun, .beyondClip, .otherHeader: .badInput
    case .cacheUnusable: .usage
    case .interrupted: .interrupted
    }
  }
}
