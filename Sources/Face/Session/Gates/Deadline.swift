/// Something that happens at a time unless a sample prevents it.
struct Deadline: Hashable, Sendable {
  /// What happens; of equal deadlines the one that is named first.
  enum Kind: Int, Sendable {
    case faceLost
    case handLost
    case teethUnseen
    case teethClosed
    case hint
    case teethPassed
    case state
    case quadrant
    case timeOut
    case abandoned
  }

  var timeMs: Double
  var kind: Kind

  /// The first to act: the earliest, or of those at the same time the one that is named first.
  static func first(of deadlines: [Deadline]) -> Deadline? {
    guard let earliest = deadlines.map(\.timeMs).min() else { return nil }
    return deadlines.filter { $0.timeMs <= earliest + Tolerance.ms }
      .min { ($0.kind.rawValue, $0.timeMs) < ($1.kind.rawValue, $1.timeMs) }
  }
}
