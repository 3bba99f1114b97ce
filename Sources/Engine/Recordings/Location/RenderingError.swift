package import Isolation
public import Problems

/// Why a job could not be done, beyond what a single stage reports.
public enum RenderingError: Error, Hashable, Sendable {
  /// A file or folder of the recording is not there.
  case recordingNotFound(String)
  /// The path names no recording; the reason.
  case notARecording(String, reason: String)
  /// What a recording says of its consent, subject or device is wrong; the place and the reason.
  case badProvenance(path: String, String)
  /// The consent to use a recording has ended.
  case consentEnded(String, who: String, purposes: String, until: String)
  /// The output's settings contradict themselves, or the recording.
  case unfitOutput(reason: String)
  /// The frames would be larger than allowed.
  case frameTooLarge(String, limit: String)
  /// What there may only be so much of.
  public enum Quantity: String, Hashable, Sendable {
    case faces, layers, avatars
    /// A picture's tracking is of one time.
    case trackingSamples = "tracking samples or more"

    /// The problem of too much of it.
    var problem: ProblemCode {
      switch self {
      case .faces: .tooManyFaces
      case .layers: .tooManyLayers
      case .avatars: .overLimit
      case .trackingSamples: .trackingTooLarge
      }
    }
  }

  /// More of something than allowed.
  case overLimit(Quantity, found: Int, limit: Int)
  /// A file has more bytes than it may have, or would have.
  case overBytes(found: Int, limit: Int)
  /// No file can be made that has so few bytes; what was tried last.
  case unreachableBytes(path: String, limit: Int, tried: String)
  /// There is no frame where one was asked for.
  case noSuchFrame(reason: String)
  /// A field of a scene is not what it can be.
  case sceneField(String)
  /// A file of cues says something wrong; the place and the reason.
  case badCues(path: String, String)
  /// A file of cues has too many lines.
  case tooManyCues(path: String, limit: Int)
  /// A fit profile says something wrong; the place and the reason.
  case badFitProfile(path: String, String)
  /// A fit profile has too many bytes.
  case fitProfileTooLarge(path: String, found: Int, limit: Int)
  /// The caller asked to stop.
  case interrupted
}

extension RenderingError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .recordingNotFound(let path):
      "\(path): \(SystemReason.absence(of: path))"
    case .notARecording(let path, let reason):
      "\(path): not a recording: \(reason); expected a folder with recording.json, a clip beside a"
        + " .jsonl of the same name, or --video and --tracking"
    case .unfitOutput(let reason), .noSuchFrame(let reason):
      reason
    case .frameTooLarge(let size, let limit):
      "the output size is \(size), more than the \(limit) allowed; choose a smaller --size, or"
        + " another --crop"
    case .overLimit(let what, let found, let limit):
      "there are \(found) \(what.rawValue); at most \(limit) are allowed"
    case .overBytes(let found, let limit):
      "the file has \(found) bytes or more; at most \(limit) are allowed"
    case .unreachableBytes(let path, let limit, let tried):
      "\(path): the file does not fit into \(limit) bytes, not even with \(tried); allow more bytes, or"
        + " render a shorter part"
    case .sceneField(let reason): reason
    case .badProvenance(let path, let reason): "\(path):\(reason)"
    case .consentEnded(let path, let who, let purposes, let until):
      "\(path): the consent of \(who), for \(purposes), ended after \(until), so nothing is made of it; ask for a new"
        + " consent and state it, or delete the recording"
    case .badCues(let path, let reason), .badFitProfile(let path, let reason):
      "\(path):\(reason)"
    case .tooManyCues(let path, let limit):
      "\(path): more than \(limit) cues found, at most \(limit) allowed"
    case .fitProfileTooLarge(let path, let found, let limit):
      "\(path): the fit profile has \(found) bytes, at most \(limit) are allowed"
    case .interrupted:
      "interrupted; nothing was written"
    }
  }
}

extension RenderingError {
  /// Two views side by side are asked for of a clip whose colours a picture in sRGB does not hold.
  package static let sideBySideHDR = RenderingError.unfitOutput(
    reason: "--replay both is for clips in SDR, and this one is in HDR; render live and ideal apart"
  )
}

extension RenderingError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .recordingNotFound: .recordingNotFound
    case .notARecording, .badProvenance: .badRecording
    case .consentEnded: .consentEnded
    case .unfitOutput: .unfitOutput
    case .frameTooLarge: .pictureTooLarge
    case .overLimit(let quantity, _, _): quantity.problem
    case .noSuchFrame: .noSuchFrame
    case .sceneField: .invalidOptions
    case .badCues: .badInput
    case .badFitProfile: .badFitProfile
    case .tooManyCues, .fitProfileTooLarge, .overBytes, .unreachableBytes: .overLimit
    case .interrupted: .interrupted
    }
  }
}

extension Cancellation {
  /// Throws where a stop was requested.
  package func check() throws(RenderingError) {
    if isRequested { throw .interrupted }
  }
}
