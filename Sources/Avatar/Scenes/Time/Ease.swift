internal import Foundation

/// How a value goes from one key to the next.
public enum Ease: String, CaseIterable, Sendable {
  /// Evenly.
  case linear
  /// Slowly at both ends.
  case sine
  /// Slowly at first.
  case `in`
  /// Slowly at last.
  case out
  /// At once, at the next key.
  case step

  /// The part of the way at a part of the time, both 0 to 1.
  public func callAsFunction(_ x: Double) -> Double {
    switch self {
    case .linear: x
    case .sine: (1 - cos(Double.pi * x)) / 2
    case .in: x * x * x
    case .out: 1 - (1 - x) * (1 - x) * (1 - x)
    case .step: 0
    }
  }
}
