/// The states of a session, and the deadlines that act at their exact times between samples.
struct SessionMachine: Hashable, Sendable {
  /// Whether something of the player's is tracked.
  struct Presence: Hashable, Sendable {
    var isTracked = false
    /// When it was seen last; nil where it never was.
    var lastMs: Double?
  }

  /// `BrushingSession.eventLimit`.
  static let eventLimit = 200_000

  let settings: SessionSettings
  var state = SessionState.selectAvatar
  var score = 0
  var outcome: SessionOutcome?
  /// When it ended; nil while it goes on.
  var endedMs: Double?
  /// Whether the first states were logged.
  var hasStarted = false
  /// When the state was entered.
  var enteredMs: Double
  /// When the teeth were asked for: from then on the player may be gone.
  var promptedMs: Double?
  /// When each gate was passed.
  var teethPassedMs, brushingPassedMs: Double?
  /// How many hints this state gave.
  var hintCount = 0
  var face = Presence()
  var hand = Presence()
  /// When a tracked hand was seen last that was a fist then.
  var fistMs: Double?
  var teeth = TeethGate()
  var brushed: BrushedTime?
  var lastSampleMs: Double?
  /// What happened and was not handed on yet.
  private(set) var events: [SessionEvent] = []

  init(_ settings: SessionSettings) {
    self.settings = settings
    enteredMs = settings.startMs
  }

  /// Hands on what happened.
  mutating func takeEvents() -> [SessionEvent] {
    defer { events = [] }
    return events
  }

  /// Takes the next sample.
  mutating func add(_ seen: Observation) {
    start()
    if seen.isBrushing { brushed?.join(toMs: seen.timeMs, joinMs: settings.gaps.joinMs) }
    advance(beforeMs: seen.timeMs - Tolerance.ms, seen.mouth, atMs: seen.timeMs)
    if state == .cameraInit, outcome == nil {
      promptedMs = seen.timeMs
      enter(.promptTeeth, atMs: seen.timeMs)
      advance(beforeMs: seen.timeMs - Tolerance.ms, seen.mouth, atMs: seen.timeMs)
    }
    find(seen)
    brush(seen)
    lastSampleMs = seen.timeMs
  }

  /// Ends the session where the recording ends, after the deadlines up to then.
  mutating func finish() {
    start()
    let endMs = settings.endMs ?? lastSampleMs ?? settings.startMs
    // One that is due at the end itself still acts.
    advance(beforeMs: (endMs + Tolerance.ms).nextUp, nil, atMs: endMs)
    end(.ended, atMs: endMs)
  }

  private mutating func start() {
    guard !hasStarted else { return }
    hasStarted = true
    log(.state(from: nil), atMs: settings.startMs)
    enter(.cameraInit, atMs: settings.startMs)
  }

  // MARK: - Time

  /// Lets everything act that is due before a time, and what the line of the mouth's scores up to a
  /// sample brings.
  private mutating func advance(
    beforeMs limitMs: Double, _ mouth: MouthScore?, atMs sampleMs: Double
  ) {
    var line = mouth
    // One more than is allowed tells that there are too many.
    while events.count <= Self.eventLimit {
      var gate = teeth
      var brought: TeethGate.Outcome?
      if let line, isAskingForTeeth {
        brought = gate.add(line.value, atMs: sampleMs, settings)
      }
      var due = deadlines().filter { $0.timeMs < limitMs }
      if let brought { due.append(Deadline(brought)) }
      guard let next = Deadline.first(of: due) else {
        if isAskingForTeeth, line != nil { teeth = gate }
        return
      }
      settle(upToMs: next.timeMs)
      if let brought, next == Deadline(brought) {
        teeth = gate
        act(brought, source: line?.source ?? .jawOpen)
        line = nil
      } else {
        act(next)
      }
    }
  }

  private var isAskingForTeeth: Bool { state == .promptTeeth && outcome == nil }

  /// Adds what was brushed up to a time, and rewards its whole seconds.
  mutating func settle(upToMs timeMs: Double) {
    guard outcome == nil, let seconds = brushed?.add(upToMs: timeMs) else { return }
    score += seconds * settings.score.perSecond
  }

  private mutating func act(_ teeth: TeethGate.Outcome, source: MouthSource) {
    switch teeth {
    case .passed(let timeMs, let openedMs):
      score += settings.score.teeth
      teethPassedMs = timeMs
      log(.teethPassed(openedMs: openedMs, source: source), atMs: timeMs)
      enter(.teethConfirmed, atMs: timeMs)
    case .closed(let timeMs, let heldMs):
      log(.teethReset(heldMs: heldMs, isUnseen: false), atMs: timeMs)
    }
  }

  private mutating func act(_ deadline: Deadline) {
    let timeMs = deadline.timeMs
    switch deadline.kind {
    case .faceLost:
      face.isTracked = false
      log(.faceLost, atMs: timeMs)
    case .handLost:
      hand.isTracked = false
      log(.handLost, atMs: timeMs)
    case .teethUnseen:
      log(.teethReset(heldMs: teeth.heldMs, isUnseen: true), atMs: timeMs)
      teeth.reset()
    case .hint:
      hintCount += 1
      brushed?.isHinted = true
      log(.hint(hint(atMs: timeMs)), atMs: timeMs)
    case .state where state == .teethConfirmed: enter(.promptBrushGesture, atMs: timeMs)
    case .state: complete(atMs: timeMs)
    case .quadrant: nextQuadrant(atMs: timeMs)
    case .timeOut: end(.timedOut, atMs: timeMs)
    case .abandoned: end(.abandoned, atMs: timeMs)
    case .teethPassed, .teethClosed: break
    }
  }

  // MARK: - Samples

  private mutating func find(_ seen: Observation) {
    if seen.hasFace, face.see(atMs: seen.timeMs) { log(.faceFound, atMs: seen.timeMs) }
    if !seen.hands.isEmpty, hand.see(atMs: seen.timeMs) { log(.handFound, atMs: seen.timeMs) }
    fistMs = seen.fistMs
  }

  // MARK: - Log

  mutating func enter(_ next: SessionState, atMs timeMs: Double) {
    let before = state
    (state, enteredMs, hintCount) = (next, timeMs, 0)
    log(.state(from: before), atMs: timeMs)
  }

  mutating func complete(atMs timeMs: Double) {
    score += settings.score.completion
    enter(.completed, atMs: timeMs)
    end(.completed, atMs: timeMs)
  }

  private mutating func end(_ outcome: SessionOutcome, atMs timeMs: Double) {
    log(.outcome(outcome, brushedMs: brushed?.totalMs ?? 0), atMs: timeMs)
    if self.outcome == nil { (self.outcome, endedMs) = (outcome, timeMs) }
    teeth.reset()
  }

  /// Notes what happened; after the outcome nothing is noted.
  mutating func log(_ kind: SessionEvent.Kind, atMs timeMs: Double) {
    guard outcome == nil else { return }
    events.append(SessionEvent(timestampMs: timeMs, state: state, score: score, kind: kind))
  }
}

extension SessionMachine.Presence {
  /// Sees it, and says whether it was not tracked before.
  mutating func see(atMs timeMs: Double) -> Bool {
    lastMs = timeMs
    defer { isTracked = true }
    return !isTracked
  }
}
