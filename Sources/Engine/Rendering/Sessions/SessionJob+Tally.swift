import Cards
import Session

extension SessionJob {
  /// What the session came to, for a card: its points, and how long was brushed.
  ///
  /// The mode `short` counts no brushing, it asks for a gesture: there it is the time from the first
  /// prompt to the end.
  func tally(cancellation: Cancellation) throws -> SessionTally {
    var promptedMs: Double?
    var (endedMs, brushedMs) = (0.0, 0.0)
    let report = try run(
      happened: { event in
        if event.state == .promptTeeth, promptedMs == nil { promptedMs = event.timestampMs }
        endedMs = event.timestampMs
        if case .outcome(_, let brushed) = event.kind { brushedMs = brushed }
      }, signals: { _ in }, cancellation: cancellation)
    let session = report.session
    let playedMs = promptedMs.map { endedMs - $0 } ?? 0
    return SessionTally(
      points: session.score,
      durationMs: session.settings.mode == .full ? brushedMs : playedMs)
  }
}
