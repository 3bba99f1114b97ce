public import Geometry

/// How a stored picture is to be shown: mirrored left to right or not, *then* turned clockwise.
///
/// Phones store what the sensor saw and write down how to turn it; front cameras may mirror.
public struct DisplayOrientation: Hashable, Sendable {
  /// The turn, clockwise as seen.
  public let turn: QuarterTurn
  /// Whether left and right change places, before the turn.
  public let mirrored: Bool

  /// Makes an orientation.
  public init(turn: QuarterTurn, mirrored: Bool) {
    (self.turn, self.mirrored) = (turn, mirrored)
  }

  /// The picture is shown as it is stored.
  public static let upright = DisplayOrientation(turn: .none, mirrored: false)

  /// The orientation of a display matrix, 16.16 fixed point, row vectors: `(x, y) M`.
  ///
  /// That is `x' = m[0] x + m[3] y`, `y' = m[1] x + m[4] y` with y down (ISO/IEC 14496-12,
  /// 6.2.2). Only eight matrices turn a picture without resampling; any other is taken for the
  /// nearest of them.
  public init(displayMatrix m: [Int32]) {
    guard m.count >= 5 else {
      self = .upright
      return
    }
    let (a, b, c, d) = (Int64(m[0]), Int64(m[1]), Int64(m[3]), Int64(m[4]))
    if abs(a) + abs(d) >= abs(b) + abs(c) {
      // a, d: (+,+) upright, (-,-) half a turn, (-,+) mirrored, (+,-) mirrored and half a turn.
      self.init(turn: d < 0 ? .half : .none, mirrored: (a < 0) != (d < 0))
    } else {
      // b, c: (+,-) clockwise, (-,+) counterclockwise; equal signs mirror.
      self.init(turn: c < 0 ? .clockwise : .counterclockwise, mirrored: (b < 0) == (c < 0))
    }
  }

  /// All eight.
  public static let allCases = QuarterTurn.allCases.flatMap { turn in
    [false, true].map { DisplayOrientation(turn: turn, mirrored: $0) }
  }

  /// What happens to the rows and columns: rows become columns first, then either axis is reversed.
  package var axes: (transposed: Bool, reversesX: Bool, reversesY: Bool) {
    switch turn {
    case .none: (false, mirrored, false)
    case .clockwise: (true, true, mirrored)
    case .half: (false, !mirrored, true)
    case .counterclockwise: (true, false, !mirrored)
    }
  }
}

extension DisplayOrientation: CustomStringConvertible {
  /// The orientation in words: `90 degrees clockwise, mirrored`.
  public var description: String {
    let turned = turn == .none ? "upright" : "\(turn.rawValue) degrees clockwise"
    return mirrored ? "\(turned), mirrored" : turned
  }
}
