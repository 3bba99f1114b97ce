/// How many frames a second a clip is to have: a whole number of frames in 1000 seconds.
public struct FrameRate: Hashable, Sendable {
  /// The rates that a clip can be given, in frames a second.
  public static let range = 1.0...240
  /// The rates that there are, in frames a second: also those of pictures that a camera took now and then.
  public static let all = 0.001...1000

  /// A frame's ticks.
  package static let ticksPerFrame: Int64 = 1000
  private let framesIn1000Seconds: Int32

  /// Makes a rate, rounded to thousandths of a frame a second; nil for one beyond `all`.
  public init?(_ framesPerSecond: Double) {
    guard Self.all.contains(framesPerSecond) else { return nil }
    framesIn1000Seconds = Int32((framesPerSecond * 1000).rounded())
  }

  /// Frames a second.
  public var value: Double { Double(framesIn1000Seconds) / 1000 }
  /// Milliseconds from frame to frame.
  package var periodMs: Double { 1e6 / Double(framesIn1000Seconds) }
  /// Seconds a tick.
  package var timeBase: Rational { Rational(unchecked: 1, framesIn1000Seconds) }
  /// Frames a second, as encoders take them.
  package var ratio: Rational {
    Rational(unchecked: framesIn1000Seconds, Int32(Self.ticksPerFrame))
  }

  /// The tick next to that of a clip which is believed (`VideoLimits.latestSeconds`).
  package func ticks(at pts: Int64, _ timeBase: Rational) -> Int64 {
    Int64(exactly: (Double(pts) * timeBase.value / self.timeBase.value).rounded()) ?? 0
  }
}

extension FrameRate: CustomStringConvertible {
  /// The rate in words: `60 frames a second`.
  public var description: String {
    let whole = framesIn1000Seconds % 1000 == 0
    return "\(whole ? "\(framesIn1000Seconds / 1000)" : "\(value)") frames a second"
  }
}
