public import Review

/// What the last run found of a case: the review, and what tells whether it still holds.
public struct CaseResult: Hashable, Codable, Sendable {
  /// What `format` says.
  public static let formatName = "golden-result/1"

  /// The file's format.
  public var format = Self.formatName
  /// The renderer's version.
  public var rendererVersion: String
  /// When it was found, ISO 8601.
  public var checkedAt: String
  /// The SHA-256 of all that was rendered from: recording, tracking, avatars, options; nil for
  /// pictures that a test handed in.
  public var inputs: String?
  /// The placements sidecar of the frames; nil where there are no placements.
  public var placements: String?
  /// The session's log and its trace; nil where the case does not hold them.
  public var events, signals: String?
  /// The reduced frames of a clip, relative to the results' folder; nil where they equal the golden's,
  /// and for a case that is no clip.
  public var clip: String?
  /// The numbers, times and hashes of a clip's frames; nil for a case that is no clip.
  public var frames: String?
  /// The SHA-256 of the pictures' files that were kept, by path relative to the results' folder.
  public var pictures: [String: String]
  /// Whether all frames were rendered, so that the case can be approved.
  public var isComplete: Bool
  /// Notes on the goldens: changed by hand, and the like.
  public var notes: [String]
  /// What was found; paths of pictures are relative to the results' folder.
  public var review: ReviewCase

  /// Makes a result.
  public init(
    rendererVersion: String, checkedAt: String, inputs: String?, placements: String? = nil,
    pictures: [String: String] = [:], isComplete: Bool, notes: [String] = [], review: ReviewCase
  ) {
    (self.rendererVersion, self.checkedAt, self.inputs) = (rendererVersion, checkedAt, inputs)
    (self.placements, self.pictures, self.notes) = (placements, pictures, notes)
    (self.isComplete, self.review) = (isComplete, review)
  }
}
