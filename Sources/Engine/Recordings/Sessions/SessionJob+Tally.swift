package import Isolation
import Session
package import ShareCards

extension SessionJob {
  /// What the session came to, for a card: its points, and how long was brushed.
  ///
  /// The mode `short` counts no brushing, it asks for a gesture: there it is the time from the first
  /// prompt to the end. Parts before this one count, where the session goes on from a kept state.
  package func tally(cancellation: Cancellation) throws -> SessionTally {
    let session = try run(
      happened: { _ in }, signals: { _ in }, cancellation: cancellation
    ).session
    let isCounted = session.settings.mode == .full
    return SessionTally(
      points: session.score, durationMs: isCounted ? session.brushedMs : session.playedMs)
  }
}
