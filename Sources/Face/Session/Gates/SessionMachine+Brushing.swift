internal import Tracking

extension SessionMachine {
  /// Takes what a sample shows of brushing: the gate, or what is brushed after it.
  mutating func brush(_ seen: Observation) {
    guard outcome == nil else { return }
    if state == .promptBrushGesture {
      passBrushing(seen)
      return
    }
    while outcome == nil, let timeMs = quadrantMs {
      settle(upToMs: timeMs)
      nextQuadrant(atMs: timeMs)
    }
    settle(upToMs: seen.timeMs)
    if !seen.hands.isEmpty { brushed?.see(isBrushing: seen.isBrushing, atMs: seen.timeMs) }
  }

  private mutating func passBrushing(_ seen: Observation) {
    let brushing = seen.hands.filter {
      $0.window.isBrushing && $0.window.startMs >= enteredMs - Tolerance.ms
    }
    let strongest = brushing.min {
      (-$0.window.shakeEnergy, $0.track.number) < (-$1.window.shakeEnergy, $1.track.number)
    }
    guard let window = strongest?.window else { return }
    score += settings.score.gesture
    brushingPassedMs = seen.timeMs
    log(
      .brushingPassed(
        hand: window.hand?.rawValue, fastShare: window.fastShare,
        directionChanges: window.directionChanges, shakeEnergy: window.shakeEnergy),
      atMs: seen.timeMs)
    enter(.brushGestureConfirmed, atMs: seen.timeMs)
    guard settings.mode == .full else { return }
    brushed = BrushedTime(fromMs: seen.timeMs)
    logQuadrant(atMs: seen.timeMs)
  }

  /// Goes on to the next quadrant; after the last one the session is completed.
  mutating func nextQuadrant(atMs timeMs: Double) {
    brushed?.quadrant += 1
    if let brushed, brushed.quadrant < settings.full.quadrants.count {
      logQuadrant(atMs: timeMs)
    } else {
      complete(atMs: timeMs)
    }
  }

  private mutating func logQuadrant(atMs timeMs: Double) {
    guard let index = brushed?.quadrant else { return }
    log(.quadrant(settings.full.quadrants[index], index: index + 1), atMs: timeMs)
  }
}
