import Geometry
import Session
import Tracking

/// When one gesture was made for long enough, of any hand or of one near each card.
struct GestureHold {
  /// How long a gesture has to be made before it counts, in milliseconds.
  static let holdMs = 200.0
  /// How far apart samples may be that show it all the time, in milliseconds.
  static let gapMs = 250.0
  /// What clocks' fractions make of times that are meant to be the same, in milliseconds.
  static let toleranceMs = 0.01
  /// The landmark that tells where a hand is: where its middle finger begins.
  private static let middle = 9

  /// A hand that makes the gesture.
  private struct Streak {
    var firstMs, lastMs: Double
    var hasFired = false

    /// Goes on with a sample; true where it is held for long enough for the first time.
    mutating func continues(atMs timeMs: Double) -> Bool {
      if timeMs - lastMs > GestureHold.gapMs + GestureHold.toleranceMs {
        self = Streak(firstMs: timeMs, lastMs: timeMs)
      }
      lastMs = timeMs
      guard !hasFired, timeMs - firstMs >= GestureHold.holdMs - GestureHold.toleranceMs else {
        return false
      }
      hasFired = true
      return true
    }
  }

  let name: String
  let isNear: Bool
  private var anywhere: Streak?
  private var nearCards: [Int: Streak] = [:]

  init(_ name: String, isNear: Bool) { (self.name, self.isNear) = (name, isNear) }

  /// What a sample makes of it: when it counts, and for which card; for nil, for all.
  mutating func take(
    _ hands: [HandSample], _ gesture: HandGestures, _ cards: [CardsInSight.Card],
    atMs timeMs: Double
  ) -> [(beginMs: Double, card: Int?)] {
    let showing = hands.filter { gesture($0)?.categoryName == name }
    guard isNear else {
      guard !showing.isEmpty else {
        anywhere = nil
        return []
      }
      var streak = anywhere ?? Streak(firstMs: timeMs, lastMs: timeMs)
      let fires = streak.continues(atMs: timeMs)
      anywhere = streak
      return fires ? [(streak.firstMs + Self.holdMs, nil)] : []
    }
    let places = showing.compactMap { hand in
      hand.landmarks.count > Self.middle ? hand.landmarks[Self.middle].xy : nil
    }
    var (streaks, fired) = ([Int: Streak](), [(beginMs: Double, card: Int?)]())
    for card in cards where places.contains(where: card.image.image.corners.contains) {
      let id = card.image.identity
      var streak = nearCards[id] ?? Streak(firstMs: timeMs, lastMs: timeMs)
      if streak.continues(atMs: timeMs) { fired.append((streak.firstMs + Self.holdMs, id)) }
      streaks[id] = streak
    }
    nearCards = streaks
    return fired
  }
}
