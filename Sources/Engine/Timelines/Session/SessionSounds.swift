package import Session

/// When the sounds of a session are heard: at the times of its log, and where the HUD's count of seconds changes.
package struct SessionSounds {
  /// A sound that is heard once.
  package struct Heard: Hashable, Sendable {
    package var sound: SessionSound
    /// When it begins, in milliseconds on the clip's timeline.
    package var startMs: Double
  }

  /// In the order of the samples that brought them.
  package private(set) var heard: [Heard] = []
  private let settings: SessionSettings
  private var last: (timeMs: Double, brushedMs: Double)?

  /// The seconds that are counted down at a quadrant's end.
  private static let counted = 1...3

  init(_ session: BrushingSession) { settings = session.settings }

  /// Reaches a sample, with what happened up to it.
  mutating func take(_ step: BrushingSession.Step) {
    for event in step.events { take(event) }
    guard let signals = step.signals else { return }
    defer { last = (signals.timestampMs, signals.brushedMs) }
    guard settings.mode == .full, let last, signals.brushedMs > last.brushedMs else { return }
    count(from: last, to: (signals.timestampMs, signals.brushedMs))
  }

  private mutating func take(_ event: SessionEvent) {
    let sound: SessionSound? =
      switch event.kind {
      case .teethPassed, .brushingPassed: .gate
      case .quadrant(_, let index): index > 1 ? .quadrant : nil
      case .hint: .hint
      case .outcome(.completed, _): .completed
      case .state, .faceFound, .faceLost, .handFound, .handLost, .teethReset, .outcome: nil
      }
    if let sound { heard.append(Heard(sound: sound, startMs: event.timestampMs)) }
  }

  /// Counts what is left of quadrants between two samples; what was brushed goes evenly from one to the next where they
  /// are joined, as it is drawn.
  private mutating func count(
    from last: (timeMs: Double, brushedMs: Double), to next: (timeMs: Double, brushedMs: Double)
  ) {
    let (full, gap) = (settings.full, next.timeMs - last.timeMs)
    for quadrant in full.quadrants.indices {
      for seconds in Self.counted.reversed() where Double(seconds) * 1000 < full.quadrantMs {
        let brushedMs = full.quadrantMs * Double(quadrant + 1) - Double(seconds) * 1000
        guard last.brushedMs < brushedMs, brushedMs <= next.brushedMs else { continue }
        let part =
          gap <= settings.gaps.joinMs
          ? (brushedMs - last.brushedMs) / (next.brushedMs - last.brushedMs) : 1
        heard.append(Heard(sound: .count, startMs: last.timeMs + gap * part))
      }
    }
  }
}
