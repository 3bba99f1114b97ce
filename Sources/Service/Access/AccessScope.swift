/// What a key allows; each is given by name, none contains another.
public enum AccessScope: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
  /// Single frames, snapshots and comparisons, answered at once.
  case frames
  /// Render jobs: submit, watch, fetch, cancel.
  case renders
  /// Uploading and removing avatar packages.
  case avatarsWrite = "avatars:write"
  /// Uploading and removing scenes of printed cards.
  case scenesWrite = "scenes:write"
  /// What concerns the whole service.
  case admin

  /// In the order of their names.
  public static func < (one: AccessScope, other: AccessScope) -> Bool {
    one.rawValue < other.rawValue
  }
}
