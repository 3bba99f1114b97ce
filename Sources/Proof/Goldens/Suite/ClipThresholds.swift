/// What may differ between two clips beyond the thresholds of each frame.
public struct ClipThresholds: Hashable, Sendable {
  /// What a threshold of the flicker may be, in levels.
  public static let flickers = 0.0...255.0
  /// The flicker that is allowed where a case does not say otherwise, in levels.
  ///
  /// In the tests a layer that moves and differs by ten levels in all frames gives less than 6, and one
  /// that jumps more than 20.
  public static let usualFlicker = 16.0

  /// The largest share of frames that may differ at all, 0 to 1; nil for any.
  public var maxDifferingShare: Double?
  /// The largest change of the difference from one frame to the next, in levels 0 to 255: the mean over
  /// the worst 8 x 8 pixels of the reduced frames.
  public var maxFlicker = Self.usualFlicker

  /// Makes thresholds that allow any number of frames to differ, and no flicker that is seen.
  public init() {}
}
