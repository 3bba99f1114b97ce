/// What is remembered of animations that took long, or over which a process ended.
///
/// Not for ever: the load of the machine may have been the cause, or a signal from outside.
package struct LottieHistory {
  /// The most animations that are remembered, the one that was noted longest ago going first.
  package static let most = 256
  /// How long they are.
  package static let memory = Duration.seconds(600)
  /// An animation with a frame that took longer counts as slow; the longest that `lint` warns of is 4 ms.
  package static let slow = Duration.milliseconds(500)

  private struct Note {
    /// What it ended with; nil where it was drawn, and took long.
    var refusal: LottieError?
    var time: ContinuousClock.Instant
  }

  /// By what tells animations apart.
  private var notes: [String: Note] = [:]

  /// Remembers nothing yet.
  package init() {}

  /// Notes how long a frame of an animation took, and what it ended with; nil where it was drawn.
  package mutating func note(
    _ digest: String, took: Duration, _ error: LottieError?, at now: ContinuousClock.Instant
  ) {
    let refusal = error.flatMap { $0.isOfAnimation && $0.endsProcess ? $0 : nil }
    guard refusal != nil || took > Self.slow else { return }
    notes[digest] = Note(refusal: refusal, time: now)
    if notes.count > Self.most, let oldest = notes.min(by: { $0.value.time < $1.value.time }) {
      notes[oldest.key] = nil
    }
  }

  /// What an animation ended with the last time; nil where it may be drawn.
  package func refusal(of digest: String, at now: ContinuousClock.Instant) -> LottieError? {
    note(of: digest, at: now)?.refusal
  }

  /// Whether an animation takes long.
  package func isSlow(_ digest: String, at now: ContinuousClock.Instant) -> Bool {
    note(of: digest, at: now) != nil
  }

  private func note(of digest: String, at now: ContinuousClock.Instant) -> Note? {
    notes[digest].flatMap { now - $0.time < Self.memory ? $0 : nil }
  }
}
