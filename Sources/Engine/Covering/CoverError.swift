public import Problems

/// Why faces are not covered; nothing is rendered then.
public enum CoverError: Error, Hashable, Sendable {
  /// Some face may not be covered everywhere: what is doubtful, a line each.
  case unsure(media: String, doubts: [String])
  /// A file of faces' numbers cannot be read, or says something else.
  case badFaces(path: String, reason: String)
  /// There is no tracker that looks for faces.
  case noTracker(reason: String)
  /// The numbers of faces mean nothing without a tracking file.
  case untracked(media: String)
}

extension CoverError: CustomStringConvertible {
  /// What failed, where, and what to do, on one line.
  public var description: String {
    switch self {
    case .unsure(let media, let doubts):
      "\(media): the faces are not covered for sure: \(doubts.first ?? "nothing is known of them")"
        + (doubts.count > 1 ? " (and \(doubts.count - 1) more, see --cover-report)" : "")
        + "; nothing is written; render the parts of the clip that are sure, or cover it by hand"
    case .badFaces(let path, let reason):
      "\(path): \(reason); expected a number of a face on each line"
    case .noTracker(let reason):
      "--cover looks for faces in every frame with the tracker, which is not installed; nothing is written; install"
        + " it (\(reason))"
    case .untracked(let media):
      "\(media): it has no tracking file, and its faces have no numbers; give --cover faces, or --tracking FILE"
    }
  }
}

extension CoverError: ProblemReporting {
  /// Which problem of the one table each is.
  public var problemCode: ProblemCode {
    switch self {
    case .unsure: .coverUnsure
    case .badFaces: .badInput
    case .noTracker: .notInstalled
    case .untracked: .usage
    }
  }
}
