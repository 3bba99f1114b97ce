import Avatars
import Session

/// The player's hands at the samples that were reached.
struct HandMoments {
  /// The last sample in which a hand was seen.
  private var seen: SessionSignals?

  /// Reaches a sample.
  mutating func take(_ signals: SessionSignals) {
    if signals.leading != nil { seen = signals }
  }

  /// Says where the leading hand is, from the sample where it was seen last until it counts as lost.
  ///
  /// - Parameter next: the sample after those that were reached.
  func show(
    in moment: inout RecordedMoment, atMs timeMs: Double, next: SessionSignals?,
    _ gaps: SessionSettings.GapSettings
  ) {
    guard let seen, var hand = seen.leading,
      timeMs - seen.timestampMs <= gaps.handLostMs
    else { return }
    var stroke = seen.isBrushing ? hand.stroke : 0
    if let next, let coming = next.leading {
      let gap = next.timestampMs - seen.timestampMs
      if gap > 0, gap <= gaps.joinMs {
        let part = min(max((timeMs - seen.timestampMs) / gap, 0), 1)
        hand.place += (coming.place - hand.place) * part
        hand.speed += (coming.speed - hand.speed) * part
        hand.nearMouth += (coming.nearMouth - hand.nearMouth) * part
        stroke += ((next.isBrushing ? coming.stroke : 0) - stroke) * part
      }
    }
    moment["hand.present"] = 1
    moment["hand.fist"] = seen.isFist ? 1 : 0
    moment["hand.brushing"] = seen.isBrushing ? 1 : 0
    moment["hand.nearMouth"] = hand.nearMouth
    moment["hand.x"] = min(max(hand.place.x, 0), 1)
    moment["hand.y"] = min(max(hand.place.y, 0), 1)
    moment["hand.speed"] = min(hand.speed, 10)
    moment["hand.stroke"] = stroke
    for hand in seen.hands where hand.gesture != "None" {
      let name = "gesture.\(hand.gesture)"
      moment[name] = max(moment[name], hand.gestureScore)
    }
  }
}
