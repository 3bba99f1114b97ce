/// How something goes from 0 to 1 over its time.
enum Easing: String, CaseIterable, Hashable, Sendable {
  /// Evenly.
  case linear
  /// Slowly at both ends.
  case smooth
  /// Fast at first, slowly at the end.
  case decelerate
  /// As fast, a little too far, and back.
  case overshoot

  /// How far it has come at a part of its time; parts beyond 0 to 1 are its ends.
  func callAsFunction(_ part: Double) -> Double {
    // Written so that a part that is no number is the end.
    let t = part < 1 ? max(part, 0) : 1
    let rest = 1 - t
    switch self {
    case .linear: return t
    case .smooth: return t * t * (3 - 2 * t)
    case .decelerate: return 1 - rest * rest * rest
    case .overshoot:
      // R. Penner's "back" easing, 10 % too far.
      let s = 1.70158
      return 1 - rest * rest * ((s + 1) * rest - s)
    }
  }
}
