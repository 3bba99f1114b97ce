import Frames
import Geometry

/// Makes one frame of what two segments show while one takes the place of the other.
struct ReelMixer {
  /// - Parameter part: how much of the transition is over, above 0 and below 1.
  static func mixed(
    _ before: consuming VideoFrame, _ after: borrowing VideoFrame,
    _ kind: Reel.Transition.Kind, part: Double
  ) throws -> VideoFrame {
    switch kind {
    case .cut: return try after.copied()
    case .dissolve:
      try before.mix(after, share: Int((part * 256).rounded()))
      return before
    case .wipe:
      // Fast first and slow in the end, as a card that is laid down.
      let rest = (1 - part) * (1 - part)
      let column = Int((Double(before.width) * rest / 2).rounded()) * 2
      try before.darken(columnsBefore: column, width: max(2, before.width / 48))
      try before.lay(after, column: column, row: 0)
      return before
    }
  }
}
