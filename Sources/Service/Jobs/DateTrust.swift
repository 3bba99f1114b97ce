/// Whether the date is believed, before anything is removed because of it.
///
/// A date that is wrong by years makes every job an old one, and removing cannot be undone. At the
/// start nobody knows how long the machine was off, and many have no right time before the network
/// gives it; later the steady clock tells how far the date may have come. So for a while after either
/// the date is not believed: time to put it right.
struct DateTrust {
  /// What a look at both clocks gives.
  struct Look: Hashable {
    /// Whether jobs may be removed by their age.
    var isTrusted: Bool
    /// How far the date has just gone forward by itself, in milliseconds; nil where it has not.
    var step: Int64?
  }

  /// The largest step that is none, in milliseconds: what corrections of a clock that runs come to.
  static let smallestStep: Int64 = 60_000

  /// How long the date is not believed, in milliseconds.
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
