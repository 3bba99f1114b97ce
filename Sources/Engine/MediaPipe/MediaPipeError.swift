public import Problems
internal import Tracker

/// Why MediaPipe's tasks cannot be run as they are asked for.
public enum MediaPipeError: Error, Hashable, Sendable {
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
  case noModel(folders: [String])
  /// There is no model where one was named.
  case modelMissing(MediaPipeTaskKind, path: String)
  /// The file is no model, or one of another task.
  case modelRefused(MediaPipeTaskKind, path: String, reason: String)
  /// There is no model of a segmenter where one was named.
  case segmenterMissing(path: String)
  /// The file is no model of a segmenter, or of one that tells other things than hair and skin.
  case segmenterRefused(path: String, reason: String)
  /// An option has a value that it cannot have.
  case unfitOption(String, found: String, expected: String)
}

extension MediaPipeError: CustomStringConvertible {
  /// The command that installs library and models, however the program was installed.
  public static let command = "avatar-overlay tracker install"

  private static let install =
    "run \(command), or pip install mediapipe==\(MediaPipeLibrary.version)"
    + " and name it with --mediapipe-library or \(MediaPipeLibrary.variable)"

  private static let installModels =
    "get the official ones with \(command), set \(TrackerSearch.modelsVariable) to the folder of others"

  /// One line for people.
  public var description: String {
    switch self {
    case .noLibrary:
      "the tracker is not installed, and there is no tracking file: \(Self.install); or give"
        + " --tracking FILE"
    case .libraryMissing(let path):
      "\(path): \(SystemReason.refusal(ofReading: path) ?? "there is no libmediapipe.so in it");"
        + " expected the library, or the folder that"
        + " mediapipe==\(MediaPipeLibrary.version) is installed in"
    case .libraryVersion(let path, let found):
      "\(path): found \(found), expected version \(MediaPipeLibrary.version); \(Self.install)"
    case .libraryProcessor(let path, let found):
      "\(path): found a library for \(found), expected one for \(MediaPipeLibrary.processor);"
        + " install the wheel on this machine"
    case .libraryUnusable(let path, let reason):
      "\(path): the tracker's library cannot be loaded (\(reason)); it needs Debian's"
        + " packages libegl1 and libgles2: sudo apt-get install libegl1 libgles2"
    case .noModel(let folders):
      "there is no model to track with: expected \(MediaPipeTaskKind.face.modelName),"
        + " \(MediaPipeTaskKind.hand.modelName) or \(MediaPipeTaskKind.gesture.modelName) in one of the folders"
        + " \(folders.joined(separator: ", ")); \(Self.installModels), or give --face-model FILE, or"
        + " --tracking FILE"
    case .modelMissing(let task, let path):
      "\(path): \(SystemReason.absence(of: path, "file")); expected a model for --\(task.rawValue)-model; \(Self.installModels)"
    case .modelRefused(let task, let path, let reason):
      "\(path): not a model of the \(task.title): \(reason); expected a file such as"
        + " \(task.modelName)"
    case .segmenterMissing(let path):
      "\(path): \(SystemReason.absence(of: path, "file")); expected a model for --segmenter-model, such as"
        + " selfie_multiclass_256x256.tflite"
    case .segmenterRefused(let path, let reason):
      "\(path): not a model that tells hair and skin: \(reason); expected a file such as"
        + " selfie_multiclass_256x256.tflite"
    case .unfitOption(let name, let found, let expected):
      "\(name): found \(found), expected \(expected)"
    }
  }
}

extension MediaPipeError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .noLibrary, .libraryMissing, .libraryVersion, .libraryProcessor, .libraryUnusable,
      .noModel, .modelMissing, .segmenterMissing:
      .notInstalled
    case .modelRefused, .segmenterRefused: .badInput
    case .unfitOption: .usage
    }
  }
}
