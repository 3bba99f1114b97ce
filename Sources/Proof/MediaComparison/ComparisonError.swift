public import Problems
internal import Text

/// Why two things cannot be compared, beyond what a single stage reports.
public enum ComparisonError: Error, Hashable, Sendable {
  /// There is no such file or folder.
  case notFound(String)
  /// A picture, a folder of pictures and a clip only compare with their like.
  case kindsDiffer(String, String, kinds: String)
  /// A folder without a single picture.
  case noPictures(String)
  /// A folder with more pictures than allowed.
  case tooManyPictures(String, limit: Int)
  /// Something in a folder has a name that is no UTF-8.
  case badName(String, name: String)
  /// A folder that cannot be listed.
  case unreadableFolder(String, reason: String)
  /// A part was asked for that is not there.
  case noSuchPart(String, reason: String)
  /// A sidecar that does not speak of a frame.
  case noPlacements(String, frame: Int, reason: String)
  /// The request contradicts itself.
  case unfitRequest(reason: String)
}

extension ComparisonError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .notFound(let path):
      "\(path): \(SystemReason.absence(of: path))"
    case .kindsDiffer(let a, let b, let kinds):
      "\(a) and \(b) cannot be compared: \(kinds); give two pictures, two folders of PNG files, or"
        + " two clips"
    case .noPictures(let path):
      "\(path): no PNG file in this folder"
    case .tooManyPictures(let path, let limit):
      "\(path): more than \(limit) PNG files in this folder, which is over the limit"
    case .badName(let path, let name):
      "\(path): the name \"\(Shown.text(name))\" in this folder is not UTF-8; rename it"
    case .unreadableFolder(let path, let reason):
      "\(path): the folder cannot be read (\(reason))"
    case .noSuchPart(let path, let reason):
      "\(path): \(reason)"
    case .noPlacements(let path, let frame, let reason):
      "\(path): no line for frame \(frame): \(reason); expected a line for every frame, the first"
        + " line for the first frame"
    case .unfitRequest(let reason):
      reason
    }
  }
}

extension ComparisonError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .notFound, .unreadableFolder: .inputNotFound
    case .kindsDiffer: .usage
    case .unfitRequest: .invalidOptions
    case .noPictures, .noSuchPart, .noPlacements, .badName: .unfitComparison
    case .tooManyPictures: .overLimit
    }
  }
}
