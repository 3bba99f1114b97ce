/// How an app shows what its tracker finds while the camera runs.
///
/// The picture on the screen is the camera's newest; the tracker's answer to a picture comes later, and
/// pictures that come while the tracker is busy are never looked at. The defaults are those of a phone.
public struct LiveOptions: Hashable, Sendable {
  /// What becomes of a picture that comes while the tracker is busy.
  public enum Drop: String, CaseIterable, Sendable {
    /// It is dropped, as by a capture queue that discards late frames, and by a tracker in live mode.
    case late
    /// It waits for its turn, so that answers come later and later.
    case none
  }

  /// What is shown until the next answer comes.
  public enum Between: String, CaseIterable, Sendable {
    /// The last answer as it is.
    case hold
    /// The last two answers, drawn out to the time of the picture on the screen.
    case extrapolate
  }

  /// What the rates may be, in hertz.
  public static let rates = 1.0...240
  /// What the latency may be, in milliseconds.
  public static let latencies = 0.0...5000

  /// How often the app asks the tracker at most, in hertz.
  public var inferenceFPS: Double
  /// How long an answer takes, in milliseconds.
  public var latencyMs: Double
  /// What becomes of late pictures.
  public var drop: Drop
  /// How often the screen is drawn, in hertz.
  public var displayFPS: Double
  /// What is shown between two answers.
  public var between: Between

  /// Makes options.
  public init(
    inferenceFPS: Double = 15, latencyMs: Double = 60, drop: Drop = .late,
    displayFPS: Double = 60, between: Between = .hold
  ) {
    (self.inferenceFPS, self.latencyMs, self.drop) = (inferenceFPS, latencyMs, drop)
    (self.displayFPS, self.between) = (displayFPS, between)
  }
}
