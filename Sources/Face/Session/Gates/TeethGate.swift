/// Measures how long the mouth was open, along the line through its scores.
struct TeethGate: Hashable, Sendable {
  /// What the line between two samples brings.
  enum Outcome: Hashable, Sendable {
    /// The mouth was open long enough.
    case passed(atMs: Double, openedMs: Double)
    /// The mouth closed too early.
    case closed(atMs: Double, heldMs: Double)

    /// When it happened.
    var timeMs: Double {
      switch self {
      case .passed(let timeMs, _), .closed(let timeMs, _): timeMs
      }
    }
  }

  /// When the mouth opened; nil while it is closed.
  var openedMs: Double?
  /// How long it was seen open since.
  var heldMs = 0.0
  /// The last sample with a score.
  var lastMs: Double?
  /// That sample's score.
  var lastScore = 0.0

  var isOpen: Bool { openedMs != nil }

  /// Closes the mouth, whatever it is.
  mutating func reset() {
    openedMs = nil
    heldMs = 0
  }

  /// Takes the next sample with a score, and says what the line up to it brings; at most one thing,
  /// because a line that rises does not fall.
  mutating func add(
    _ score: Double, atMs timeMs: Double, _ settings: SessionSettings
  ) -> Outcome? {
    defer { (lastMs, lastScore) = (timeMs, score) }
    let teeth = settings.teeth
    let isJoined = lastMs.map { timeMs - $0 <= settings.gaps.joinMs + Tolerance.ms } ?? false
    // Without a line there is only the sample itself.
    let line = Line(
      fromMs: isJoined ? lastMs ?? timeMs : timeMs, isJoined ? lastScore : score, toMs: timeMs,
      score)
    var countsFromMs = line.startMs
    if !isOpen {
      guard score >= teeth.openAbove - Tolerance.share else { return nil }
      countsFromMs = line.time(at: teeth.openAbove)
      openedMs = countsFromMs
      heldMs = 0
    }
    let isClosing = score < teeth.closedBelow - Tolerance.share
    let countsToMs = isClosing ? line.time(at: teeth.closedBelow) : timeMs
    let held = heldMs + countsToMs - countsFromMs
    if held >= teeth.holdMs - Tolerance.ms, let openedMs {
      let passedMs = countsFromMs + teeth.holdMs - heldMs
      reset()
      return .passed(atMs: passedMs, openedMs: openedMs)
    }
    heldMs = held
    guard isClosing else { return nil }
    reset()
    return .closed(atMs: countsToMs, heldMs: held)
  }

  /// The straight line between two scores.
  private struct Line {
    let startMs, startScore, endMs, endScore: Double

    init(fromMs startMs: Double, _ startScore: Double, toMs endMs: Double, _ endScore: Double) {
      (self.startMs, self.startScore) = (startMs, startScore)
      (self.endMs, self.endScore) = (endMs, endScore)
    }

    /// When the line comes to a score; its start where it begins beyond it or stands still.
    func time(at score: Double) -> Double {
      guard endScore != startScore else { return startMs }
      let part = (score - startScore) / (endScore - startScore)
      return startMs + (endMs - startMs) * min(max(part, 0), 1)
    }
  }
}
