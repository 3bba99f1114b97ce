/// How a course in time goes on at its end.
public enum Play: String, CaseIterable, Sendable {
  /// It stays at its end.
  case once
  /// It begins anew.
  case loop
  /// It runs back, and forth again.
  case pingPong = "ping-pong"

  /// The place in a course of some length at a time, both of one unit.
  ///
  /// A course without a length stays at 0.
  public func place(at time: Double, length: Double) -> Double {
    guard length > 0 else { return 0 }
    switch self {
    case .once: return min(time, length)
    case .loop: return Self.rest(of: time, by: length)
    case .pingPong: return length - abs(Self.rest(of: time, by: 2 * length) - length)
    }
  }

  /// What is left of a number, 0 or more and below the divisor.
  private static func rest(of number: Double, by divisor: Double) -> Double {
    let rest = number.truncatingRemainder(dividingBy: divisor)
    return rest < 0 ? rest + divisor : rest
  }
}
