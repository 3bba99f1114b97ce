internal import Foundation
public import Problems

/// Why there is no tracker, or no result of one.
public enum TrackerError: Error, Hashable, Sendable {
  /// The library was not found anywhere.
  case noLibrary
  /// There is no library where one was named.
  case libraryMissing(path: String)
  /// The library is of another version, or of none that can be told.
  case libraryVersion(path: String, found: String)
  /// The library is for another processor.
  case libraryProcessor(path: String, found: String)
  /// The library cannot be loaded.
  case libraryUnusable(path: String, reason: String)
  /// There is no model of any task.
  case noModel(folder: String)
  /// There is no model where one was named.
  case modelMissing(TrackerTask, path: String)
  /// The file is no model, or one of another task.
  case modelRefused(TrackerTask, path: String, reason: String)
  /// An option has a value that it cannot have.
  case unfitOption(String, found: String, expected: String)
  /// The tracker's process was ended by a signal, or ended without saying why.
  case crashed(String)
  /// It gave no answer for so many seconds.
  case silent(seconds: Double)
  /// Tracking all of it took longer than so many seconds.
  case tooLong(seconds: Double)
  /// It answered what is no answer.
  case garbled
  /// Nothing of the clip was left to be tracked.
  case nothingToTrack(String)
  /// What an earlier run left belongs to another clip, or to other options.
  case otherRun(path: String)
  /// What an earlier run left goes on after the clip's last frame.
  case beyondClip(path: String, lastMs: Double, clipMs: Double)
  /// Somebody asked to stop; so many frames are kept.
  case interrupted(kept: String?, frames: Int)
}

extension TrackerError: CustomStringConvertible {
  private static let install =
    "run make tracker in the project's folder, or pip install mediapipe==\(MediaPipeLibrary.version)"
    + " and name it with --mediapipe-library or \(MediaPipeLibrary.variable)"

  /// One line for people.
  public var description: String {
    switch self {
    case .noLibrary:
      "the tracker is not installed, and there is no tracking file: \(Self.install); or give"
        + " --tracking FILE"
    case .libraryMissing(let path):
      "\(path): there is no libmediapipe.so in it; expected the library, or the folder that"
        + " mediapipe==\(MediaPipeLibrary.version) is installed in"
    case .libraryVersion(let path, let found):
      "\(path): found \(found), expected version \(MediaPipeLibrary.version); \(Self.install)"
    case .libraryProcessor(let path, let found):
      "\(path): found a library for \(found), expected one for \(MediaPipeLibrary.processor);"
        + " install the wheel on this machine"
    case .libraryUnusable(let path, let reason):
      "\(path): the tracker's library cannot be loaded (\(reason)); it needs Debian's"
        + " packages libegl1 and libgles2"
    case .noModel(let folder):
      "there is no model to track with: expected \(TrackerTask.face.modelName),"
        + " \(TrackerTask.hand.modelName) or \(TrackerTask.gesture.modelName) in \(folder), or"
        + " --face-model FILE, or --tracking FILE; Documentation/tracker.md says where models are"
    case .modelMissing(let task, let path):
      "\(path): there is no such file; expected a model for --\(task.rawValue)-model;"
        + " Documentation/tracker.md says where they are to be had"
    case .modelRefused(let task, let path, let reason):
      "\(path): not a model of the \(task.title): \(reason); expected a file such as"
        + " \(task.modelName)"
    case .unfitOption(let name, let found, let expected):
      "\(name): found \(found), expected \(expected)"
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
    case .nothingToTrack(let reason): reason
    case .otherRun(let path):
      "\(path): what is kept there was tracked from another clip, with other options or models;"
        + " leave --resume out to begin anew"
    case .beyondClip(let path, let last, let clip):
      "\(path): its last sample is at \(String(format: "%g", last)) ms, after the clip's last frame at"
        + " \(String(format: "%g", clip)) ms; leave --resume out to begin anew"
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
    case .noLibrary, .libraryMissing, .libraryVersion, .libraryProcessor, .libraryUnusable,
      .noModel, .modelMissing:
      .notInstalled
    case .modelRefused: .badInput
    case .unfitOption: .usage
    case .crashed, .silent, .garbled: .internal
    case .tooLong: .timeLimit
    case .nothingToTrack: .noSuchFrame
    case .otherRun, .beyondClip: .badInput
    case .interrupted: .interrupted
    }
  }
}
