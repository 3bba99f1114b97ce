import Session

/// How a session stands after all that happened so far, as it is drawn.
struct SessionMomentTimeline {
  private var phase: SessionMoment.Phase
  private var sinceMs: Double?
  private var previous: SessionMoment.Phase?
  private var score: Int
  private var gains: [SessionMoment.Happened<Int>] = []
  private var successes: [SessionMoment.Happened<SessionMoment.Phase>] = []
  private var teethLost: SessionMoment.Happened<Double>?
  private var quadrant: SessionMoment.Happened<Int>?
  private var hint: SessionMoment.Happened<SessionHint>?
  private var signals: SessionSignals?
  /// How long was brushed, where the session is over.
  private var brushedMs: Double?

  /// Begins with a session as it stands.
  init(_ session: BrushingSession) {
    phase = SessionMoment.Phase(session.state, session.outcome)
    score = session.score
  }

  /// Reaches a sample, with what happened up to it.
  mutating func take(_ step: BrushingSession.Step, _ signals: SessionSignals) {
    for event in step.events { take(event) }
    count(signals.score, atMs: signals.timestampMs)
    self.signals = signals
  }

  private mutating func take(_ event: SessionEvent) {
    let timeMs = event.timestampMs
    count(event.score, atMs: timeMs)
    switch event.kind {
    // The outcome is drawn, which follows at once.
    case .state where event.state == .completed: break
    case .state:
      enter(SessionMoment.Phase(event.state), atMs: timeMs)
      if event.state == .teethConfirmed || event.state == .brushGestureConfirmed {
        successes = successes.suffix(1) + [.init(phase, atMs: timeMs)]
      }
    case .outcome(let outcome, let brushedMs):
      enter(SessionMoment.Phase(event.state, outcome), atMs: timeMs)
      self.brushedMs = brushedMs
      if outcome == .completed { successes = successes.suffix(1) + [.init(phase, atMs: timeMs)] }
    case .teethReset(let heldMs, _): teethLost = .init(heldMs, atMs: timeMs)
    case .hint(let hint): self.hint = .init(hint, atMs: timeMs)
    case .quadrant(_, let index): quadrant = .init(index - 1, atMs: timeMs)
    case .faceFound, .faceLost, .handFound, .handLost, .teethPassed, .brushingPassed: break
    }
  }

  private mutating func enter(_ next: SessionMoment.Phase, atMs timeMs: Double) {
    if next != phase { previous = phase }
    (phase, sinceMs, hint, teethLost) = (next, timeMs, nil, nil)
  }

  /// Notes a score; what was gained so long ago that it counts up no more goes into the sum.
  private mutating func count(_ score: Int, atMs timeMs: Double) {
    guard score != self.score else { return }
    gains.removeAll { timeMs - $0.atMs > SessionMoment.countingMs }
    gains.append(.init(score - self.score, atMs: timeMs))
    self.score = score
  }

  /// How it stands at a time.
  ///
  /// - Parameter next: the sample after those that were reached, with what happens up to it.
  func moment(
    atMs timeMs: Double, next: BrushingSession.Step?, _ settings: SessionSettings
  ) -> SessionMoment {
    var course = self
    for event in next?.events ?? [] where event.timestampMs <= timeMs { course.take(event) }
    return course.shown(atMs: timeMs, next: next, settings)
  }

  private func shown(
    atMs timeMs: Double, next: BrushingSession.Step?, _ settings: SessionSettings
  ) -> SessionMoment {
    var moment = SessionMoment(atMs: timeMs, phase)
    (moment.sinceMs, moment.previous) = (sinceMs, previous)
    (moment.gains, moment.successes) = (gains, successes)
    moment.earlierScore = score - gains.reduce(0) { $0 + $1.value }
    (moment.hint, moment.quadrant) = (hint, quadrant)
    let holdMs = max(settings.teeth.holdMs, 1)
    moment.teethLost = teethLost.map { .init(min($0.value / holdMs, 1), atMs: $0.atMs) }
    if phase == .init(.promptTeeth) {
      moment.teethHeld = min(heldMs(atMs: timeMs, next, settings) / holdMs, 1)
    }
    moment.isFist = signals?.isFist ?? false
    moment.fastShare = between(timeMs, next, settings, \.fastShare)
    moment.fastShareAsked = settings.brushing.fastShare
    moment.turns = signals?.directionChanges ?? 0
    moment.turnsAsked = settings.brushing.directionChanges
    show(quadrants: settings.full, in: &moment, settings, next)
    return moment
  }

  /// How long the mouth was held open at a time: it grows as time goes by, up to what the next sample,
  /// the gate or its reset says.
  private func heldMs(
    atMs timeMs: Double, _ next: BrushingSession.Step?, _ settings: SessionSettings
  ) -> Double {
    let isLost = (teethLost?.atMs ?? -.infinity) > (signals?.timestampMs ?? -.infinity)
    let heldMs = isLost ? 0 : signals?.teethHeldMs ?? 0
    var end = next?.signals.map { (atMs: $0.timestampMs, heldMs: $0.teethHeldMs) }
    for event in next?.events ?? [] where event.timestampMs > timeMs {
      switch event.kind {
      case .teethPassed: end = (event.timestampMs, settings.teeth.holdMs)
      case .teethReset(let heldMs, _): end = (event.timestampMs, heldMs)
      default: continue
      }
      break
    }
    guard let end, end.heldMs > heldMs else { return heldMs }
    return min(max(end.heldMs - (end.atMs - timeMs), heldMs), end.heldMs)
  }

  /// A number that goes evenly from one sample to the next.
  private func between(
    _ timeMs: Double, _ next: BrushingSession.Step?, _ settings: SessionSettings,
    _ value: (SessionSignals) -> Double
  ) -> Double {
    guard let signals else { return 0 }
    guard let next = next?.signals else { return value(signals) }
    let gap = next.timestampMs - signals.timestampMs
    guard gap > 0, gap <= settings.gaps.joinMs else { return value(signals) }
    let part = min(max((timeMs - signals.timestampMs) / gap, 0), 1)
    return value(signals) + (value(next) - value(signals)) * part
  }

  private func show(
    quadrants full: SessionSettings.FullSettings, in moment: inout SessionMoment,
    _ settings: SessionSettings, _ next: BrushingSession.Step?
  ) {
    guard settings.mode == .full else { return }
    let brushedMs =
      self.brushedMs ?? between(moment.timeMs, next, settings, \.brushedMs)
    moment.quadrants = full.quadrants.enumerated().map { index, name in
      .init(name, part: min(max(brushedMs / full.quadrantMs - Double(index), 0), 1))
    }
    if let quadrant {
      moment.leftMs = max(0, full.quadrantMs * Double(quadrant.value + 1) - brushedMs)
    }
  }
}
