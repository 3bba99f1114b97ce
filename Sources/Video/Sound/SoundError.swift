public import Problems
internal import Text

/// Why a file is not heard.
public enum SoundError: Error, Hashable, Sendable {
  /// No file has this name.
  case notFound(path: String)
  /// The file is no sound, or none that can be decoded.
  case unreadable(path: String, reason: String)
  /// The file has no sound, or no sample of it.
  case empty(path: String)
  /// The sound is longer than it may be, in seconds.
  case tooLong(path: String, limit: Double)
  /// More than may be heard in one clip.
  case tooMany(what: String, found: String, limit: String)
}

extension SoundError: CustomStringConvertible {
  /// One line for people, with the file.
  public var description: String {
    switch self {
    case .tooMany: reason
    case .notFound(let path), .unreadable(let path, _), .empty(let path), .tooLong(let path, _):
      "\(path): \(reason)"
    }
  }

  /// The same without the file.
  public var reason: String {
    switch self {
    case .notFound: "no such file"
    case .unreadable(_, let reason):
      "not a readable sound (\(reason)); expected WAV, FLAC, Ogg, Opus, MP3, M4A or AIFF"
    case .empty: "there is no sound in it; expected at least one sample"
    case .tooLong(_, let limit):
      "the sound is longer than \(Shown.number(limit)) s, the limit; shorten it"
    case .tooMany(let what, let found, let limit):
      "\(what): \(found) found, at most \(limit) allowed"
    }
  }
}

extension SoundError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .notFound: .inputNotFound
    case .unreadable, .empty: .badInput
    case .tooLong, .tooMany: .overLimit
    }
  }
}
