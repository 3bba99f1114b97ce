/// What a card says of a session of the brushing game.
public struct SessionTally: Hashable, Sendable {
  /// The session's score.
  public var points: Int
  /// How long was brushed, in milliseconds.
  public var durationMs: Double

  /// Makes a tally.
  public init(points: Int, durationMs: Double) {
    (self.points, self.durationMs) = (points, durationMs)
  }

  /// The duration in minutes and whole seconds, as stopwatches of every language show it: `2:05`.
  var durationText: String {
    // No session is longer than a few minutes; a duration that is none counts as nothing.
    let seconds = durationMs.isFinite ? Int(min(max(durationMs / 1000, 0), 1e6)) : 0
    let rest = seconds % 60
    return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
