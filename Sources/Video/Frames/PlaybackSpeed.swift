internal import CFFmpeg

/// How many times as fast as its clip an output is shown, in thousandths.
public struct PlaybackSpeed: Hashable, Sendable {
  /// The speeds that there are; below 1 is slow motion.
  public static let range = 0.25...8.0
  /// The clip's own.
  public static let own = PlaybackSpeed(thousandths: 1000)

  private let thousandths: Int32

  private init(thousandths: Int32) { self.thousandths = thousandths }

  /// Makes a speed, rounded to thousandths; nil for one beyond `range`.
  public init?(_ factor: Double) {
    guard Self.range.contains(factor) else { return nil }
    thousandths = Int32((factor * 1000).rounded())
  }

  /// How many seconds of the clip a second of the output shows.
  public var value: Double { Double(thousandths) / 1000 }

  /// Whether nothing changes.
  public var isOwn: Bool { thousandths == 1000 }

  /// Seconds a tick in the output, of ticks that the clip counts: so all times are scaled, and none is rounded.
  package func output(_ clip: Rational) -> Rational {
    isOwn ? clip : Self.ratio(clip, by: 1000, over: Int64(thousandths))
  }

  /// Seconds a tick on the clip's timeline, of ticks that the output counts.
  package func clip(_ output: Rational) -> Rational {
    isOwn ? output : Self.ratio(output, by: Int64(thousandths), over: 1000)
  }

  /// Samples, or anything else that is counted evenly, that so many of the clip's take in the output.
  package func output(samples: Int64) -> Int64 {
    isOwn ? samples : Int64((Double(samples) * 1000 / Double(thousandths)).rounded())
  }

  /// Whether the output can count time as finely as a clip's ticks ask for at this speed: up to a billion a second, as
  /// encoders take them.
  package func takes(_ clip: Rational) -> Bool {
    isOwn || Self.reduced(clip, by: 1000, over: Int64(thousandths)).isExact
  }

  private static func ratio(_ ratio: Rational, by factor: Int64, over divisor: Int64) -> Rational {
    reduced(ratio, by: factor, over: divisor).ratio
  }

  private static func reduced(
    _ ratio: Rational, by factor: Int64, over divisor: Int64
  ) -> (ratio: Rational, isExact: Bool) {
    var (numerator, denominator): (Int32, Int32) = (1, 1)
    let isExact = unsafe av_reduce(
      &numerator, &denominator, Int64(ratio.numerator) * factor,
      Int64(ratio.denominator) * divisor, 1_000_000_000)
    guard let reduced = Rational(numerator, denominator) else { return (ratio, false) }
    return (reduced, isExact == 1)
  }
}
