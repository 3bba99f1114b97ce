public import Problems

/// Why a recording's alignment could not be measured, beyond what a single stage reports.
public enum AlignError: Error, Hashable, Sendable {
  /// The clip has no frame that could be decoded.
  case noFrames(String)
  /// No annotation is of a frame of the clip.
  case otherTimes(reference: String, found: String, expected: String)
  /// The reference was made on a picture of another shape.
  case otherPicture(reference: String, found: String, expected: String)
  /// The placements are of frames of another shape.
  case otherPlacements(path: String, found: String, expected: String)
  /// The file is neither a recording nor placements nor a report.
  case notARun(String, reason: String)
  /// A report is too large.
  case tooLarge(String, limit: String)
}

extension AlignError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .noFrames(let path):
      "\(path): no frame could be decoded; there is nothing to measure"
    case .otherTimes(let reference, let found, let expected):
      "\(reference): no annotation belongs to a frame of the clip: found \(found), expected"
        + " \(expected); does it belong to another recording?"
    case .otherPicture(let reference, let found, let expected):
      "\(reference): its points are of a picture of \(found), the clip's is \(expected); the shapes differ"
    case .otherPlacements(let path, let found, let expected):
      "\(path): found \(found), expected \(expected); do they belong to another recording?"
    case .notARun(let path, let reason):
      "\(path): \(reason); expected a recording, a placements file (render --placements) or a saved"
        + " report (align --json)"
    case .tooLarge(let path, let limit):
      "\(path): larger than the \(limit) allowed for a report"
    }
  }
}

extension AlignError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .noFrames: .badRecording
    case .otherTimes, .notARun: .badInput
    case .otherPicture, .otherPlacements: .mismatch
    case .tooLarge: .overLimit
    }
  }
}
