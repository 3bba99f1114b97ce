/// What becomes of a face between samples that are far apart, and after its last one.
public struct GapOptions: Hashable, Sendable {
  /// What happens after a face's last sample.
  public enum Policy: String, CaseIterable, Sendable {
    /// It stays as it was for `holdMs`, then it goes at once.
    case hold
    /// It stays as it was for `holdMs`, then it fades out over `fadeMs`.
    case fade
    /// It goes at once.
    case hide
  }

  /// What happens after a face's last sample.
  public var policy: Policy
  /// Two samples of a face that are further apart are not joined, in milliseconds.
  public var maxGapMs: Double
  /// How long a lost face stays, in milliseconds.
  public var holdMs: Double
  /// How long it takes to fade out after that, in milliseconds.
  public var fadeMs: Double

  /// Makes options; the defaults are those of the tracking format.
  public init(
    policy: Policy = .fade, maxGapMs: Double = 250, holdMs: Double = 100, fadeMs: Double = 100
  ) {
    self.policy = policy
    self.maxGapMs = maxGapMs
    self.holdMs = holdMs
    self.fadeMs = fadeMs
  }

  /// The opacity of a face that was last seen a time ago, 0 to 1.
  public func opacity(afterMs age: Double) -> Double {
    switch policy {
    case .hide: return age <= 0 ? 1 : 0
    case .hold: return age <= holdMs ? 1 : 0
    case .fade:
      if age <= holdMs { return 1 }
      guard fadeMs > 0 else { return 0 }
      return max(0, 1 - (age - holdMs) / fadeMs)
    }
  }
}
