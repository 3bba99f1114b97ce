/// What becomes of a face between samples that are far apart, before its first and after its last one.
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

  /// How a face comes that samples before it did not show.
  public enum Appearance: String, CaseIterable, Sendable {
    /// It fades in over `fadeMs`.
    case fade
    /// It is there at once.
    case show
  }

  /// What happens after a face's last sample.
  public var policy: Policy
  /// How a face comes that the samples before did not show, and that is not in the clip's first frame.
  public var newFaces: Appearance
  /// Two samples of a face that are further apart are not joined, in milliseconds.
  public var maxGapMs: Double
  /// How long a lost face stays, in milliseconds.
  public var holdMs: Double
  /// How long it takes to fade out after that, and a new face to fade in, in milliseconds.
  public var fadeMs: Double

  /// Makes options; the defaults are those of the tracking format.
  public init(
    policy: Policy = .fade, newFaces: Appearance = .fade, maxGapMs: Double = 250,
    holdMs: Double = 100, fadeMs: Double = 100
  ) {
    (self.policy, self.newFaces, self.maxGapMs) = (policy, newFaces, maxGapMs)
    (self.holdMs, self.fadeMs) = (holdMs, fadeMs)
  }

  /// Times the median interval of a sparse tracker's samples is how far apart they are joined.
  public static let maxGapIntervals = 1.5
  /// However sparse a tracker is, samples further apart are not joined, in milliseconds.
  public static let widestGapMs = 1000.0

  /// The options for samples that follow each other by this interval, in milliseconds; nil where there are
  /// no two.
  ///
  /// A tracker that is asked three times a second leaves 333 ms between its samples, which is no loss.
  /// `holdMs` stays the same part of `maxGapMs`.
  public func scaled(toIntervalMs interval: Double?) -> GapOptions {
    let wanted = min((interval ?? 0) * Self.maxGapIntervals, Self.widestGapMs)
    guard maxGapMs > 0, wanted > maxGapMs else { return self }
    var scaled = self
    (scaled.maxGapMs, scaled.holdMs) = (wanted, holdMs * wanted / maxGapMs)
    return scaled
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

  /// The opacity of a face that has been there for a time, 0 to 1; 0 in the frame that shows it first.
  func opacity(sinceMs age: Double) -> Double {
    guard newFaces == .fade, fadeMs > 0 else { return 1 }
    return min(max(age / fadeMs, 0), 1)
  }
}
