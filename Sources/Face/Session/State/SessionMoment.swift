/// How a session stands at a time of the clip: all that is drawn of it.
///
/// Times are those at which something happened, on the clip's timeline, so that whatever moves is a
/// function of `timeMs`.
package struct SessionMoment: Hashable, Sendable {
  /// Whether the player is asked to show teeth.
  package var asksForTeeth: Bool { phase.state == .promptTeeth && phase.outcome == nil }

  /// Where the session is, or how it ended.
  package struct Phase: Hashable, Sendable {
    package var state: SessionState
    package var outcome: SessionOutcome?

    package init(_ state: SessionState, _ outcome: SessionOutcome? = nil) {
      (self.state, self.outcome) = (state, outcome)
    }
  }

  /// A part of the mouth.
  package struct Quadrant: Hashable, Sendable {
    package var name: String
    /// How much of its time is brushed, 0 to 1.
    package var part: Double

    package init(_ name: String, part: Double) { (self.name, self.part) = (name, part) }
  }

  /// Something, and when it happened.
  package struct Happened<Value: Hashable & Sendable>: Hashable, Sendable {
    package var value: Value
    package var atMs: Double

    package init(_ value: Value, atMs: Double) { (self.value, self.atMs) = (value, atMs) }
  }

  /// A score counts up for no longer than this, in milliseconds.
  package static let countingMs = 3000.0

  /// The time on the clip's timeline, in milliseconds.
  package var timeMs: Double
  package var phase: Phase
  /// Since when; nil for before everything.
  package var sinceMs: Double?
  /// Where it was before; nil for nothing else.
  package var previous: Phase?
  /// The score that was reached long ago.
  package var earlierScore = 0
  /// What was added to it lately.
  package var gains: [Happened<Int>] = []
  /// The gates that came off well lately, and the session, from the earliest on.
  package var successes: [Happened<Phase>] = []
  /// The part of the time that the mouth was held open, 0 to 1.
  package var teethHeld = 0.0
  /// What of it was lost, when the mouth closed.
  package var teethLost: Happened<Double>?
  /// Whether the leading hand is a fist.
  package var isFist = false
  /// The part of the window in which the fist is fast, 0 to 1, and what is asked for.
  package var fastShare = 0.0, fastShareAsked = 1.0
  /// How often the stroke turned, and what is asked for.
  package var turns = 0, turnsAsked = 0
  /// The quadrants as far as they are brushed; none in the mode `short`.
  package var quadrants: [Quadrant] = []
  /// The quadrant that is brushed, from 0, and since when.
  package var quadrant: Happened<Int>?
  /// How long is left of it, in milliseconds.
  package var leftMs = 0.0
  /// The last hint of this state.
  package var hint: Happened<SessionHint>?

  /// Makes a moment in which nothing happened yet.
  package init(atMs timeMs: Double, _ phase: Phase) { (self.timeMs, self.phase) = (timeMs, phase) }

  /// How long ago something happened; without end for what always was.
  package func age(_ atMs: Double?) -> Double { atMs.map { max(0, timeMs - $0) } ?? .infinity }

  package var score: Int { earlierScore + gains.reduce(0) { $0 + $1.value } }
}
