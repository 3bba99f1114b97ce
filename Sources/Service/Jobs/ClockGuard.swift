/// Detects a wrong date, before anything is removed because of its age.
///
/// A date that is wrong by years makes every job an old one, and removing cannot be undone. At the
/// start the time for which the machine was off is unknown, and many machines have no right time before
/// the network gives it; later a jump shows against the steady clock. After both the date is not
/// trusted for a grace period, in which it can be corrected.
struct ClockGuard {
  /// The result of reading both clocks.
  struct Look: Hashable {
    /// Whether jobs may be removed by their age.
    var isTrusted: Bool
    /// How far the date has just jumped, in milliseconds; nil where it has not.
    var step: Int64?
  }

  /// The largest step that is no jump, in milliseconds: ordinary corrections of a running clock.
  static let smallestStep: Int64 = 60_000

  /// How long the date is not trusted, in milliseconds.
  let grace: Int64
  private var last: (wall: Int64, steady: Int64)?
  private var trustedFrom = Int64.min

  init(grace: Int64) {
    self.grace = grace
  }

  /// Looks at the clocks, both read now.
  mutating func look(wall: Int64, steady: Int64) -> Look {
    let elapsed = last.map { (wall: wall &- $0.wall, steady: steady &- $0.steady) }
    last = (wall, steady)
    let step = elapsed.map { $0.wall &- $0.steady }
    let hasStepped = step.map { $0 > Self.smallestStep } ?? false
    if hasStepped || elapsed == nil { trustedFrom = steady &+ grace }
    return Look(isTrusted: steady >= trustedFrom, step: hasStepped ? step : nil)
  }
}
