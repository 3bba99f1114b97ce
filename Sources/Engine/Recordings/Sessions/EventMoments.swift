public import Recipe
import Session
import Text

/// The times of named events, found while a session is replayed.
public struct EventMoments: Sendable {
  /// Events of a kind that happened.
  private struct Kind {
    var event: String
    var firstMs: Double
    var count = 1
  }

  private var times: [EventMoment: Double] = [:]
  private var counts: [EventMoment: Int]
  /// What happened, for messages; a session has few kinds of events.
  private var kinds: [Kind] = []

  /// The most kinds of events that a message lists.
  private static let mostListed = 16

  /// Looks for moments.
  init(_ wanted: [EventMoment]) {
    counts = Dictionary(wanted.map { ($0, 0) }) { first, _ in first }
  }

  /// Takes the next event of the log.
  mutating func add(_ event: SessionEvent) {
    guard !counts.isEmpty else { return }
    for (moment, count) in counts where moment.fits(event) {
      counts[moment] = count + 1
      // As the log says it.
      let timeMs = (event.timestampMs * 10).rounded() / 10
      if moment.occurrence == .last || moment.occurrence == .place(count + 1) {
        times[moment] = timeMs
      }
    }
    let name = event.name.rawValue + (event.detail.map { ":\($0)" } ?? "")
    if let place = kinds.firstIndex(where: { $0.event == name }) {
      kinds[place].count += 1
    } else {
      kinds.append(Kind(event: name, firstMs: event.timestampMs))
    }
  }

  /// When a moment is that was looked for, in seconds on the clip's timeline; it may lie outside of the clip.
  ///
  /// - Throws: where there was no such event.
  public func seconds(of moment: EventMoment) throws(SessionError) -> Double {
    guard let timeMs = times[moment] else {
      throw .noSuchEvent(
        moment.description, event: moment.event, count: counts[moment] ?? 0, happened: happened)
    }
    return (timeMs + moment.offsetMs) / 1000
  }

  /// What happened, and when first.
  private var happened: String {
    guard !kinds.isEmpty else { return "nothing" }
    let listed = kinds.prefix(Self.mostListed).map { kind in
      let seconds = Shown.number((kind.firstMs / 100).rounded() / 10)
      return "\(Shown.text(kind.event)) at \(seconds) s"
        + (kind.count > 1 ? " (\(kind.count) times)" : "")
    }
    let more = kinds.count - listed.count
    return listed.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}
