/// Adds up how long was brushed in the mode `full`, exactly in time.
struct BrushedTime: Hashable, Sendable {
  /// How long was brushed, in milliseconds.
  private(set) var totalMs = 0.0
  /// The quadrant that is brushed, from 0.
  var quadrant = 0
  /// How many whole seconds were rewarded.
  private(set) var seconds = 0
  /// When a hand brushed last.
  var lastBrushingMs: Double
  /// When the player's hand was seen last.
  var lastHandMs: Double
  /// Whether it brushed then.
  var brushedLast = true
  /// Whether there was a hint in this pause.
  var isHinted = false
  /// What is brushed and was not added yet.
  private(set) var stretch: ClosedRange<Double>?

  /// Begins at the sample that passed the gate.
  init(fromMs timeMs: Double) {
    lastBrushingMs = timeMs
    lastHandMs = timeMs
  }

  /// Takes up a time that was kept.
  init(totalMs: Double, seconds: Int, lastBrushingMs: Double, lastHandMs: Double) {
    self.init(fromMs: lastHandMs)
    (self.totalMs, self.seconds, self.lastBrushingMs) = (totalMs, seconds, lastBrushingMs)
  }

  /// Takes what lies between the last sample with a hand and one that brushes as brushed, where the
  /// last one did too.
  mutating func join(toMs timeMs: Double, joinMs: Double) {
    guard brushedLast, timeMs - lastHandMs <= joinMs + Tolerance.ms else { return }
    stretch = lastHandMs...max(timeMs, lastHandMs)
    // Brushing that goes on is no pause, however short a pause may be.
    lastBrushingMs = timeMs
  }

  /// Takes the next sample with a hand.
  mutating func see(isBrushing: Bool, atMs timeMs: Double) {
    (lastHandMs, brushedLast) = (timeMs, isBrushing)
    if isBrushing {
      lastBrushingMs = timeMs
      isHinted = false
    }
  }

  /// When a quadrant's end is reached in what is brushed; nil where that is later.
  func reaches(_ targetMs: Double) -> Double? {
    guard let stretch else { return nil }
    let timeMs = stretch.lowerBound + targetMs - totalMs
    return timeMs <= stretch.upperBound + Tolerance.ms ? timeMs : nil
  }

  /// Adds what is brushed up to a time.
  ///
  /// - Returns: how many whole seconds that brought.
  mutating func add(upToMs timeMs: Double) -> Int {
    guard let stretch else { return 0 }
    let end = min(timeMs, stretch.upperBound)
    if end > stretch.lowerBound { totalMs += end - stretch.lowerBound }
    self.stretch =
      end < stretch.upperBound ? max(end, stretch.lowerBound)...stretch.upperBound : nil
    let whole = Int(((totalMs + Tolerance.ms) / 1000).rounded(.down))
    defer { seconds = max(seconds, whole) }
    return max(0, whole - seconds)
  }
}
