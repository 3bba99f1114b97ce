import Avatars
import Session

/// How a session stands after all that happened so far, as avatars follow it.
struct SessionSignalTimeline {
  private var state: SessionState
  private var outcome: SessionOutcome?
  private var score: Int
  private var signals: SessionSignals?
  /// When each event happened last.
  private var eventsMs: [String: Double] = [:]

  /// Begins with a session as it stands.
  init(_ session: BrushingSession) {
    (state, outcome, score) = (session.state, session.outcome, session.score)
  }

  /// Takes what happened.
  mutating func take(_ event: SessionEvent) {
    (state, score) = (event.state, event.score)
    if case .outcome(let outcome, _) = event.kind { self.outcome = outcome }
    if let name = event.signalName { eventsMs[name] = event.timestampMs }
  }

  /// Reaches a sample.
  mutating func take(_ signals: SessionSignals) {
    score = signals.score
    self.signals = signals
  }

  /// Says how it stands at a time.
  func show(in moment: inout RecordedMoment, atMs timeMs: Double, _ settings: SessionSettings) {
    moment["session.\(outcome?.rawValue ?? state.rawValue)"] = 1
    moment["session.score"] = Double(score)
    for (name, happenedMs) in eventsMs {
      moment["event.\(name)"] = SignalSource.eventStrength(afterMs: timeMs - happenedMs)
    }
    guard let signals else { return }
    moment["session.mouthOpen"] = signals.mouthOpenScore ?? 0
    if let teeth = signals.teethVisible {
      // No signal of avatars: it is written into the picture to judge a session by.
      moment["session.asksForTeeth"] = 1
      moment["session.teethVisible"] = teeth.visible ?? -1
    }
    if state == .promptTeeth, outcome == nil, signals.teethHeldMs > 0 {
      moment["session.teethHeld"] = min(1, signals.teethHeldMs / max(settings.teeth.holdMs, 1))
    }
    let wholeMs = settings.full.quadrantMs * Double(settings.full.quadrants.count)
    moment["session.brushed"] = min(1, signals.brushedMs / wholeMs)
  }
}

extension SessionEvent {
  /// The name of its signal; nil for one that is none.
  fileprivate var signalName: String? {
    switch kind {
    case .state:
      switch state {
      case .teethConfirmed, .brushGestureConfirmed: state.rawValue
      default: nil
      }
    case .faceFound: "faceFound"
    case .faceLost: "faceLost"
    case .handFound: "handFound"
    case .handLost: "handLost"
    case .teethReset: "gateReset"
    case .hint: "hint"
    case .quadrant: "quadrant"
    case .outcome(.completed, _): "completed"
    case .teethPassed, .brushingPassed, .outcome: nil
    }
  }
}
