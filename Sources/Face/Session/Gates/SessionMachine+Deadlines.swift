extension SessionMachine {
  /// What is due if no sample comes any more, in no order.
  func deadlines() -> [Deadline] {
    let tracked = [
      face.isTracked
        ? deadline(.faceLost, face.lastMs, settings.gaps.faceLostMs) : nil,
      hand.isTracked
        ? deadline(.handLost, hand.lastMs, settings.gaps.handLostMs) : nil,
    ]
    // After the outcome only the trace goes on.
    let rest = outcome == nil ? stateDeadlines + [abandonDeadline] : []
    return (tracked + rest).compactMap(\.self)
  }

  private func deadline(
    _ kind: Deadline.Kind, _ fromMs: Double?, _ afterMs: Double
  ) -> Deadline? {
    fromMs.map { Deadline(timeMs: $0 + afterMs, kind: kind) }
  }

  private var stateDeadlines: [Deadline?] {
    let times = settings.times
    switch state {
    case .selectAvatar, .completed: return []
    case .cameraInit: return [deadline(.timeOut, enteredMs, times.cameraMs)]
    case .promptTeeth: return [teethDeadline] + promptDeadlines
    case .promptBrushGesture: return promptDeadlines
    case .teethConfirmed: return [deadline(.state, enteredMs, times.confirmMs)]
    case .brushGestureConfirmed:
      guard let brushed else { return [deadline(.state, enteredMs, times.confirmMs)] }
      return [
        brushed.isHinted ? nil : deadline(.hint, brushed.lastBrushingMs, times.pauseMs),
        deadline(.quadrant, quadrantMs, 0),
        deadline(.timeOut, brushed.lastBrushingMs, times.promptMs),
      ]
    }
  }

  private var promptDeadlines: [Deadline?] {
    [
      deadline(.hint, enteredMs, settings.times.hintMs * Double(hintCount + 1)),
      deadline(.timeOut, enteredMs, settings.times.promptMs),
    ]
  }

  private var teethDeadline: Deadline? {
    teeth.isOpen ? deadline(.teethUnseen, teeth.lastMs, settings.gaps.faceLostMs) : nil
  }

  private var abandonDeadline: Deadline? {
    let seen = [promptedMs, face.lastMs, hand.lastMs].compactMap(\.self).max()
    return promptedMs == nil ? nil : deadline(.abandoned, seen, settings.times.abandonMs)
  }

  /// When the quadrant that is brushed is done; nil where that is not in what was seen.
  var quadrantMs: Double? {
    brushed.flatMap { $0.reaches(settings.full.quadrantMs * Double($0.quadrant + 1)) }
  }

  /// The hint that is due now.
  func hint(atMs timeMs: Double) -> SessionHint {
    switch state {
    case .promptTeeth: return face.isTracked ? .openMouth : .showFace
    case .promptBrushGesture:
      guard hand.isTracked else { return .showHand }
      let isFist =
        fistMs.map { timeMs - $0 <= settings.gaps.handLostMs + Tolerance.ms } ?? false
      return isFist ? .shakeFaster : .makeFist
    default: return .keepBrushing
    }
  }
}

extension Deadline {
  /// What the line of the mouth's scores brings.
  init(_ outcome: TeethGate.Outcome) {
    timeMs = outcome.timeMs
    kind = if case .passed = outcome { .teethPassed } else { .teethClosed }
  }
}
