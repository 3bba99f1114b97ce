/// How long the stages of a picture took, in seconds by the clock.
public struct FrameStages: Hashable, Sendable {
  /// Looking at the picture's header, and decoding its pixels.
  public var decode = 0.0
  /// Finding the avatars, reading the tracking sample and placing the layers.
  public var track = 0.0
  /// Scaling where that is asked for, drawing the layers, mirroring.
  public var composite = 0.0
  /// Encoding the result.
  public var encode = 0.0

  /// Makes stages that took no time.
  public init() {}
}

/// Tells how long ago it was asked before: a look at the clock takes some 25 ns.
struct StageWatch {
  private var last = ContinuousClock.now

  /// Seconds since the last call, or since it was made.
  mutating func lap() -> Double {
    let now = ContinuousClock.now
    defer { last = now }
    let (seconds, attoseconds) = (now - last).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
