/// Who sends a request, and what they may do.
struct Caller: Hashable, Sendable {
  /// Whose jobs and avatars they see.
  var tenant: String
  /// What they may do; nil for everything.
  var scopes: Set<Right>?

  /// Everybody, where no keys are configured.
  static let local = Caller(tenant: "local", scopes: nil)

  /// Whether a right is among theirs; `admin` has all.
  func may(_ right: Right) -> Bool {
    guard let scopes else { return true }
    return scopes.contains(right) || scopes.contains(.admin)
  }
}

/// What a key may allow, by the names that keys are made with.
enum Right: String, Hashable, Sendable, CaseIterable {
  /// Frames, snapshots and comparisons.
  case frames
  /// Renders.
  case renders
  /// Uploading and removing avatars.
  case avatarsWrite = "avatars:write"
  /// Everything, and the metrics.
  case admin
}
